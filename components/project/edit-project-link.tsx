'use client';

import { useRef } from 'react';
import { DialogLink } from '@/components/overlay/dialog-link';
import { useOnDemand } from '@/components/overlay/on-demand';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import type { ProjectHandle } from './project-handle';

const load = () => import('./project-dialog').then((module) => module.EditProjectDialog);

export function EditProjectLink({ project }: { project: ProjectHandle }) {
  const hrefTo = useOrganisationLinks();
  const link = useRef<HTMLAnchorElement>(null);
  const { Part, open, setOpen, prefetch, press } = useOnDemand(load);
  return (
    <>
      <DialogLink
        ref={link}
        href={hrefTo(`projectdetails?project=${project.key}&view=edit`)}
        onOpen={press}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className="rounded-xs font-medium text-accent-text hover:underline"
      >
        Edit project
      </DialogLink>
      {open && Part && <Part project={project} onClose={() => setOpen(false)} finalFocus={() => link.current} />}
    </>
  );
}
