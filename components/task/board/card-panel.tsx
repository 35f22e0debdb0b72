'use client';

import {
  ArrowLeftRight,
  Calendar,
  Check,
  Copy,
  Eye,
  Flag,
  FolderInput,
  Link2,
  PanelRight,
  Pencil,
  SquareArrowOutUpRight,
  Tag,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { useConnected } from '@/components/query/connectivity';
import { Link } from '@/components/ui/link';
import { Dialog } from '@/components/ui/overlay/dialog';
import { Menu, MenuCheckboxItem, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/overlay/menu';
import { isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { FieldPanel, type FieldPanelProps, useMounted } from '../fields/field-panel';
import { peekAt } from '../peek/use-peek';
import { type CardCommand, mayRun, type PanelKind, type TaskOverlay } from './card-commands';

export type CardPanelProps = Omit<FieldPanelProps, 'kind' | 'trigger' | 'finalFocus'> & {
  kind: PanelKind;
  trigger: ReactElement;
  finalFocus: () => HTMLElement | null;
  /** Used unless `onOpen` is given. */
  href: string;
  onOpen?: () => void;
  onCopyLink?: () => void;
  onRun: (command: CardCommand) => void;
  /** Opens a dialog about the task over the page. */
  onOverlay: (name: TaskOverlay) => void;
  /** Whether tasks can be made in its project. */
  copies: boolean;
  /** Why the viewer, who may move others, may not move this one. */
  refusal: string | null;
};

/** The menu or one field's editor. Fetched on intent. */
export function CardPanel({ kind, ...props }: CardPanelProps) {
  return kind === 'menu' ? <CardMenu {...props} /> : <FieldPanel {...props} kind={kind} />;
}

type CardMenuProps = Omit<CardPanelProps, 'kind'>;

function CardMenu(props: CardMenuProps) {
  const { trigger, onOpenChange, finalFocus } = props;
  const open = useMounted() && props.open;
  const entries = entriesOf(props, useConnected());
  if (matchMedia('(pointer: coarse)').matches) return <Sheet {...props} open={open} entries={entries} />;
  return (
    <Menu trigger={trigger} open={open} onOpenChange={onOpenChange} finalFocus={finalFocus} align="end">
      {entries.map(({ name, danger, checked, href, act, ...parts }) => (
        <Fragment key={name}>
          {danger && <MenuSeparator />}
          {href ? (
            <MenuLink href={href} {...parts}>
              {isolated(name)}
            </MenuLink>
          ) : checked === undefined ? (
            <MenuItem onSelect={act} danger={danger} {...parts}>
              {isolated(name)}
            </MenuItem>
          ) : (
            <MenuCheckboxItem checked={checked} onCheckedChange={act} {...parts}>
              {isolated(name)}
            </MenuCheckboxItem>
          )}
        </Fragment>
      ))}
    </Menu>
  );
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

function entriesOf(
  { card, rights, href, onOpen, onCopyLink, onRun, onOverlay, copies, refusal }: CardMenuProps,
  connected: boolean,
): MenuEntry[] {
  // Offline nobody would hear of it while they work on the task; the try-out board has no others.
  const reason = connected || onOpen ? undefined : 'Not available offline';
  const entry = (command: CardCommand, name: string, icon: ReactNode, more: Partial<MenuEntry> = {}): MenuEntry[] =>
    mayRun(command, rights) ? [{ name, icon, act: () => onRun(command), ...more }] : [];
  return [
    { name: 'Open', icon: <PanelRight />, shortcut: 'Enter', act: onOpen ?? (() => peekAt(card.key)) },
    ...(onOpen
      ? []
      : [{ name: 'Open the page', icon: <SquareArrowOutUpRight />, href, act: () => undefined } satisfies MenuEntry]),
    ...entry('title', 'Edit the title…', <Pencil />, { shortcut: 'E' }),
    ...entry('assignees', 'Assign…', <UserPlus />, { shortcut: 'A' }),
    ...entry('due', 'Due date…', <Calendar />, { shortcut: 'D' }),
    ...entry('priority', 'Priority…', <Flag />, { shortcut: 'P' }),
    ...(onOpen ? [] : entry('labels', 'Labels…', <Tag />, { shortcut: 'L' })),
    ...entry('audience', 'Visible to client', <Eye />, { checked: card.audience === 'client' }),
    ...(onCopyLink ? [{ name: 'Copy link', icon: <Link2 />, act: onCopyLink }] : []),
    ...(refusal
      ? [{ name: 'Move to…', icon: <ArrowLeftRight />, reason: refusal, act: () => undefined } satisfies MenuEntry]
      : entry('move', 'Move to…', <ArrowLeftRight />, { shortcut: 'M' })),
    ...(rights.delete && !onOpen
      ? [{ name: 'Move to another project…', icon: <FolderInput />, reason, act: () => onOverlay('move-task') }]
      : []),
    ...(copies ? [{ name: 'Duplicate…', icon: <Copy />, reason, act: () => onOverlay('duplicate-task') }] : []),
    ...entry('remove', 'Delete', <Trash2 />, { danger: true, reason }),
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
}: CardMenuProps & { entries: readonly MenuEntry[] }) {
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
                  {isolated(name)}
                  {reason && (
                    <span dir="auto" className="block text-xs">
                      {reason}
                    </span>
                  )}
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
