'use client';

import { Check, History, Link2, ListPlus, Pencil, Quote, RotateCcw, Trash2 } from 'lucide-react';
import { type ActionLine, ActionMenu, type ActionMenuPart } from '@/components/ui/overlay/action-menu';
import { Menu, MenuItem } from '@/components/ui/overlay/menu';
import { REACTIONS } from '@/lib/comment/vocabulary';

/** What can be done with one comment; what is left out is not offered. */
export type CommentActions = {
  quote?: () => void;
  link: () => void;
  makeTask?: () => void;
  resolve?: () => void;
  reopen?: () => void;
  versions?: () => void;
  edit?: () => void;
  remove?: () => void;
};

const LINES: readonly ActionLine<keyof CommentActions>[] = [
  { does: 'edit', icon: <Pencil />, words: 'Edit' },
  { does: 'quote', icon: <Quote />, words: 'Quote' },
  { does: 'link', icon: <Link2 />, words: 'Copy link' },
  { does: 'makeTask', icon: <ListPlus />, words: 'Make a task' },
  { does: 'versions', icon: <History />, words: 'Show earlier versions' },
  { does: 'resolve', icon: <Check />, words: 'Resolve thread' },
  { does: 'reopen', icon: <RotateCcw />, words: 'Reopen thread' },
  { does: 'remove', icon: <Trash2 />, words: 'Delete', danger: true },
];

export const CommentMenu = (menu: ActionMenuPart & { actions: CommentActions }) => (
  <ActionMenu {...menu} lines={LINES} />
);

export function ReactionMenu({ onReact, ...menu }: ActionMenuPart & { onReact: (emoji: string) => void }) {
  return (
    <Menu {...menu} align="end">
      {REACTIONS.map(({ emoji, name }) => (
        <MenuItem key={emoji} icon={<span aria-hidden="true">{emoji}</span>} onSelect={() => onReact(emoji)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
