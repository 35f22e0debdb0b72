'use client';

import {
  EyeOff,
  History,
  Link2,
  ListPlus,
  MessageSquare,
  MessageSquareQuote,
  Pencil,
  Pin,
  PinOff,
  Quote,
  SmilePlus,
  Trash2,
} from 'lucide-react';
import { letterOf } from '@/components/keys/chat-keys';
import { singleKeysAreOn } from '@/components/keys/single-keys';
import { type ActionLine, ActionMenu, type ActionMenuPart } from '@/components/ui/overlay/action-menu';

/** What can be done with one message; what is left out is not offered. */
export type MessageActions = {
  react?: () => void;
  thread?: () => void;
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

const LINES: readonly ActionLine<keyof MessageActions>[] = [
  { does: 'react', icon: <SmilePlus />, words: 'React', shortcut: letterOf('react') },
  { does: 'thread', icon: <MessageSquare />, words: 'Reply in a thread', shortcut: letterOf('thread') },
  { does: 'edit', icon: <Pencil />, words: 'Edit', shortcut: letterOf('edit') },
  { does: 'quote', icon: <Quote />, words: 'Quote', shortcut: letterOf('quote') },
  { does: 'pin', icon: <Pin />, words: 'Pin', shortcut: letterOf('pin') },
  { does: 'unpin', icon: <PinOff />, words: 'Unpin', shortcut: letterOf('pin') },
  { does: 'task', icon: <ListPlus />, words: 'Make a task' },
  { does: 'comment', icon: <MessageSquareQuote />, words: 'Comment on a task' },
  { does: 'versions', icon: <History />, words: 'Show earlier versions' },
  { does: 'link', icon: <Link2 />, words: 'Copy link' },
  { does: 'unread', icon: <EyeOff />, words: 'Mark unread from here', shortcut: letterOf('unread') },
  { does: 'remove', icon: <Trash2 />, words: 'Delete', danger: true },
];

const WITHOUT_LETTERS = LINES.map((line) => ({ ...line, shortcut: undefined }));

export const MessageMenu = (menu: ActionMenuPart & { actions: MessageActions }) => (
  <ActionMenu {...menu} lines={singleKeysAreOn() ? LINES : WITHOUT_LETTERS} />
);
