'use client';

import {
  ArrowLeftRight,
  Calendar,
  Check,
  Eye,
  Flag,
  Link2,
  SquareArrowOutUpRight,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { useConnected } from '@/components/query/connectivity';
import { DuePanel } from '@/components/ui/form/due-panel';
import { Link } from '@/components/ui/link';
import { Dialog } from '@/components/ui/overlay/dialog';
import { Menu, MenuCheckboxItem, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/overlay/menu';
import { cn } from '@/lib/class-names';
import type { TaskCard, TaskRights } from '@/lib/task/schema';
import { AssigneePanel } from '../fields/assignee-panel';
import { PriorityMenu } from '../fields/priority-menu';
import { StatusMenu } from '../fields/status-menu';
import type { TaskChanges } from '../task-edit';
import { type CardCommand, mayRun, type PanelKind } from './card-commands';

export type CardPanelProps = {
  kind: PanelKind;
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  finalFocus: () => HTMLElement | null;
  card: TaskCard;
  rights: TaskRights;
  today: string;
  viewerId: string;
  /** Used unless `onOpen` is given. */
  href: string;
  onOpen?: () => void;
  onCopyLink?: () => void;
  onRun: (command: CardCommand) => void;
  onStatus: (status: number) => void;
  onEdit: (changes: TaskChanges, people?: TaskCard['assignees']) => void;
  onRead?: (card: TaskCard) => void;
};

/** The menu or one field's editor. Fetched on intent. */
export function CardPanel(props: CardPanelProps) {
  const { kind, trigger, onOpenChange, finalFocus, card, rights, onEdit } = props;
  // Opens one step after mounting: only then the portal's container is known.
  const [ready, setReady] = useState(false);
  const connected = useConnected();
  useEffect(() => setReady(true), []);
  const editor = { trigger, open: props.open && ready, onOpenChange, finalFocus };
  switch (kind) {
    case 'status':
      return <StatusMenu {...editor} value={card.status} onChange={props.onStatus} />;
    case 'priority':
      return <PriorityMenu {...editor} value={card.priority} onChange={(priority) => onEdit({ priority })} />;
    case 'due':
      return (
        <DuePanel
          {...editor}
          name="Due date"
          value={card.due_date}
          today={props.today}
          onChange={(due_date) => onEdit({ due_date })}
        />
      );
    case 'assignees':
      return (
        <AssigneePanel
          {...editor}
          projectId={card.project_id}
          chosen={card.assignees}
          task={card}
          onRead={props.onRead}
          onlyMember={rights.assign ? undefined : props.viewerId}
          onChange={(people) => onEdit({ assignee_ids: people.map(({ _id }) => _id) }, people)}
        />
      );
    case 'menu':
      return matchMedia('(pointer: coarse)').matches ? (
        <Sheet {...props} open={editor.open} entries={entriesOf(props, connected)} />
      ) : (
        <Menu {...editor} align="end">
          {entriesOf(props, connected).map(({ name, danger, checked, href, act, ...parts }) => (
            <Fragment key={name}>
              {danger && <MenuSeparator />}
              {href ? (
                <MenuLink href={href} {...parts}>
                  {name}
                </MenuLink>
              ) : checked === undefined ? (
                <MenuItem onSelect={act} danger={danger} {...parts}>
                  {name}
                </MenuItem>
              ) : (
                <MenuCheckboxItem checked={checked} onCheckedChange={act} {...parts}>
                  {name}
                </MenuCheckboxItem>
              )}
            </Fragment>
          ))}
        </Menu>
      );
  }
}

type MenuEntry = {
  name: string;
  icon: ReactNode;
  shortcut?: string;
  /** Why it cannot be chosen now. */
  reason?: string;
  danger?: boolean;
  /** For a switch: its state. */
  checked?: boolean;
  href?: string;
  act: () => void;
};

function entriesOf({ card, rights, href, onOpen, onCopyLink, onRun }: CardPanelProps, connected: boolean): MenuEntry[] {
  const entry = (command: CardCommand, name: string, icon: ReactNode, more: Partial<MenuEntry> = {}): MenuEntry[] =>
    mayRun(command, rights) ? [{ name, icon, act: () => onRun(command), ...more }] : [];
  return [
    onOpen
      ? { name: 'Open', icon: <SquareArrowOutUpRight />, shortcut: 'Enter', act: onOpen }
      : { name: 'Open', icon: <SquareArrowOutUpRight />, shortcut: 'Enter', href, act: () => undefined },
    ...entry('assignees', 'Assign…', <UserPlus />, { shortcut: 'A' }),
    ...entry('due', 'Due date…', <Calendar />, { shortcut: 'D' }),
    ...entry('priority', 'Priority…', <Flag />, { shortcut: 'P' }),
    ...entry('audience', 'Visible to client', <Eye />, { checked: card.audience === 'client' }),
    ...(onCopyLink ? [{ name: 'Copy link', icon: <Link2 />, act: onCopyLink }] : []),
    ...entry('move', 'Move to…', <ArrowLeftRight />, { shortcut: 'M' }),
    ...entry('remove', 'Delete', <Trash2 />, {
      danger: true,
      // Offline nobody would hear of it while they work on the task; the try-out board has no others.
      reason: connected || onOpen ? undefined : 'Not available offline',
    }),
  ];
}

/** The menu on touch screens: at the bottom, full width. */
function Sheet({
  trigger,
  open,
  onOpenChange,
  finalFocus,
  card,
  onOpen,
  entries,
}: CardPanelProps & { entries: readonly MenuEntry[] }) {
  return (
    <>
      {trigger}
      <Dialog open={open} onOpenChange={onOpenChange} finalFocus={finalFocus} title={card.title} size="sm">
        <ul className="-mx-3 -my-2">
          {entries.map(({ name, icon, reason, danger, checked, href, act }) => {
            const look = cn(
              'flex min-h-12 w-full items-center gap-3 rounded-sm px-3 text-left text-base hover:bg-hover disabled:text-text-3',
              danger && !reason && 'text-danger-text',
            );
            const words = (
              <>
                {icon}
                <span className="min-w-0">
                  {name}
                  {reason && <span className="block text-xs">{reason}</span>}
                </span>
                {checked && <Check className="ml-auto text-accent-text" />}
              </>
            );
            return (
              <li key={name}>
                {href && !onOpen ? (
                  <Link href={href} prefetch={false} className={look}>
                    {words}
                  </Link>
                ) : (
                  <button
                    type="button"
                    aria-pressed={checked}
                    disabled={reason !== undefined}
                    onClick={() => {
                      act();
                      onOpenChange(false);
                    }}
                    className={look}
                  >
                    {words}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      </Dialog>
    </>
  );
}
