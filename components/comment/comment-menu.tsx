'use client';

import { Check, History, Link2, ListPlus, Pencil, Quote, RotateCcw, Trash2 } from 'lucide-react';
import { Menu, MenuItem, type MenuProps } from '@/components/ui/overlay/menu';
import { REACTIONS } from '@/lib/comment/vocabulary';

type Part = Pick<MenuProps, 'trigger' | 'open' | 'onOpenChange'>;

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

export function CommentMenu({ actions, ...menu }: Part & { actions: CommentActions }) {
  const { quote, link, makeTask, resolve, reopen, versions, edit, remove } = actions;
  return (
    <Menu {...menu} align="end">
      {edit && (
        <MenuItem icon={<Pencil />} onSelect={edit}>
          Edit
        </MenuItem>
      )}
      {quote && (
        <MenuItem icon={<Quote />} onSelect={quote}>
          Quote
        </MenuItem>
      )}
      <MenuItem icon={<Link2 />} onSelect={link}>
        Copy link
      </MenuItem>
      {makeTask && (
        <MenuItem icon={<ListPlus />} onSelect={makeTask}>
          Make a task
        </MenuItem>
      )}
      {versions && (
        <MenuItem icon={<History />} onSelect={versions}>
          Show earlier versions
        </MenuItem>
      )}
      {resolve && (
        <MenuItem icon={<Check />} onSelect={resolve}>
          Resolve thread
        </MenuItem>
      )}
      {reopen && (
        <MenuItem icon={<RotateCcw />} onSelect={reopen}>
          Reopen thread
        </MenuItem>
      )}
      {remove && (
        <MenuItem icon={<Trash2 />} onSelect={remove} danger>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}

export function ReactionMenu({ onReact, ...menu }: Part & { onReact: (emoji: string) => void }) {
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
