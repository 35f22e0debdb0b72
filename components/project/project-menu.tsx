'use client';

import {
  Archive,
  ArchiveRestore,
  CircleCheck,
  Columns3,
  Copy,
  Eye,
  LayoutTemplate,
  Link as LinkIcon,
  Pause,
  Pencil,
  Play,
  Trash2,
  Users,
} from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { beginTemplateWith } from '@/components/overlay/begun-template';
import { openOverlay } from '@/components/overlay/overlay';
import { copyLink } from '@/components/page/copy-link';
import { call, reasonOf } from '@/components/query/api-client';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/overlay/menu';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import type { Tools } from '@/components/view/tools-button';
import { ToolItems } from '@/components/view/tools-menu';
import { useActor, useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi, isolated } from '@/lib/bidi';
import { canCreateProject } from '@/lib/project/policy';
import { PROJECT_STATUS_LABEL, PROJECT_STATUSES } from '@/lib/project/vocabulary';
import { DeleteProjectDialog } from './delete-project-dialog';
import { DuplicateProjectDialog } from './duplicate-project-dialog';
import { MembersDialog } from './members-dialog';
import { EditProjectDialog } from './project-dialog';
import type { ProjectHandle } from './project-handle';
import { ViewAsDialog } from './view-as-dialog';

type Status = (typeof PROJECT_STATUSES)[number];

const MOVE: Record<Status, { text: string; icon: ReactNode }> = {
  active: { text: 'Make active', icon: <Play /> },
  on_hold: { text: 'Put on hold', icon: <Pause /> },
  completed: { text: 'Mark completed', icon: <CircleCheck /> },
  archived: { text: 'Archive', icon: <Archive /> },
};

export function ProjectMenu({
  project,
  tools,
  trigger,
  triggerRef,
  open,
  onOpenChange,
}: {
  project: ProjectHandle;
  tools?: Tools;
  trigger: ReactNode;
  triggerRef: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const hrefTo = useOrganisationLinks();
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<'edit' | 'members' | 'view' | 'duplicate' | 'delete' | null>(null);
  const { rights, status } = project;
  const mayDuplicate = canCreateProject(useActor());
  // The menu item that opened the dialog is gone by then, so the focus returns to the ⋯ button.
  const hadDialog = useRef(false);
  useEffect(() => {
    if (!dialog && hadDialog.current) triggerRef.current?.focus();
    hadDialog.current = dialog !== null;
  }, [dialog, triggerRef]);

  /** Archiving and its reverse need a right of their own. */
  const mayMoveTo = (to: Status) =>
    to !== status && (to === 'archived' || status === 'archived' ? rights.archive : rights.edit);

  async function moveTo(to: Status, undoes?: Status) {
    try {
      await call('PUT changeProjectStatus/{id}', { id: project._id, status: to });
      refresh();
      showToast({
        kind: 'success',
        text: bidi`${project.name}: ${PROJECT_STATUS_LABEL[to]}`,
        action: undoes && { label: 'Undo', onAction: () => void moveTo(undoes) },
      });
    } catch (error) {
      showToast({ kind: 'failure', text: reasonOf(error) });
    }
  }

  const moves = PROJECT_STATUSES.filter(mayMoveTo);
  return (
    <>
      <Menu trigger={trigger} open={open} onOpenChange={onOpenChange} align="end">
        {rights.edit && (
          <MenuItem icon={<Pencil />} onSelect={() => setDialog('edit')}>
            Edit project
          </MenuItem>
        )}
        {rights.edit && (
          <MenuLink icon={<Columns3 />} href={hrefTo(`settings?section=workflow&project=${project.key}`)}>
            Workflow
          </MenuLink>
        )}
        {rights.edit && (
          <MenuItem
            icon={<LayoutTemplate />}
            onSelect={() => {
              beginTemplateWith({ project });
              openOverlay('save-template');
            }}
          >
            Save as template
          </MenuItem>
        )}
        {mayDuplicate && (
          <MenuItem icon={<Copy />} onSelect={() => setDialog('duplicate')}>
            Duplicate project
          </MenuItem>
        )}
        {rights.members && (
          <MenuItem icon={<Users />} onSelect={() => setDialog('members')}>
            Members
          </MenuItem>
        )}
        {rights.members && (
          <MenuItem icon={<Eye />} onSelect={() => setDialog('view')}>
            View as client
          </MenuItem>
        )}
        <MenuItem
          icon={<LinkIcon />}
          onSelect={() => void copyLink(hrefTo(`projectdetails?project=${project.key}`), project.name)}
        >
          Copy link
        </MenuItem>
        {tools && (
          <>
            <MenuSeparator />
            <ToolItems {...tools} />
          </>
        )}
        {moves.length > 0 && <MenuSeparator />}
        {moves.map((to) => (
          <MenuItem
            key={to}
            icon={status === 'archived' && to === 'active' ? <ArchiveRestore /> : MOVE[to].icon}
            onSelect={() => void moveTo(to, status)}
          >
            {isolated(MOVE[to].text)}
          </MenuItem>
        ))}
        {rights.delete && (
          <>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 />} onSelect={() => setDialog('delete')}>
              Delete project
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'edit' && <EditProjectDialog project={project} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteProjectDialog project={project} onClose={() => setDialog(null)} />}
      {dialog === 'duplicate' && <DuplicateProjectDialog project={project} onClose={() => setDialog(null)} />}
      {dialog === 'view' && <ViewAsDialog project={project} onClose={() => setDialog(null)} />}
      {dialog === 'members' && <MembersDialog project={project} onClose={() => setDialog(null)} />}
    </>
  );
}
