'use client';

import { EyeOff, History, Link2, ListPlus, MessageSquareQuote, Pencil, Pin, PinOff, Quote, Trash2 } from 'lucide-react';
import { Menu, MenuItem, type MenuProps } from '@/components/ui/overlay/menu';

/** What can be done with one message; what is left out is not offered. */
export type MessageActions = {
  link: () => void;
  unread: () => void;
  quote?: () => void;
  pin?: () => void;
  unpin?: () => void;
  task?: () => void;
  comment?: () => void;
  versions?: () => void;
  edit?: () => void;
  remove?: () => void;
};

export function MessageMenu({
  actions,
  ...menu
}: Pick<MenuProps, 'trigger' | 'open' | 'onOpenChange'> & { actions: MessageActions }) {
  const { link, unread, quote, pin, unpin, task, comment, versions, edit, remove } = actions;
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
      {pin && (
        <MenuItem icon={<Pin />} onSelect={pin}>
          Pin
        </MenuItem>
      )}
      {unpin && (
        <MenuItem icon={<PinOff />} onSelect={unpin}>
          Unpin
        </MenuItem>
      )}
      {task && (
        <MenuItem icon={<ListPlus />} onSelect={task}>
          Make a task
        </MenuItem>
      )}
      {comment && (
        <MenuItem icon={<MessageSquareQuote />} onSelect={comment}>
          Comment on a task
        </MenuItem>
      )}
      {versions && (
        <MenuItem icon={<History />} onSelect={versions}>
          Show earlier versions
        </MenuItem>
      )}
      <MenuItem icon={<Link2 />} onSelect={link}>
        Copy link
      </MenuItem>
      <MenuItem icon={<EyeOff />} onSelect={unread}>
        Mark unread from here
      </MenuItem>
      {remove && (
        <MenuItem icon={<Trash2 />} onSelect={remove} danger>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
