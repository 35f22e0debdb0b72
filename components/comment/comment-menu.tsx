'use client';

import { Check, History, Link2, ListPlus, Pencil, Quote, RotateCcw, SmilePlus, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import { call } from '@/components/query/api-client';
import { type ActionLine, ActionMenu, type ActionMenuPart } from '@/components/ui/overlay/action-menu';
import { Menu, MenuItem } from '@/components/ui/overlay/menu';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { isolated } from '@/lib/bidi';
import type { CommentRecord } from '@/lib/comment/schema';
import { REACTIONS } from '@/lib/comment/vocabulary';
import { taskOf } from './task-of-comment';

/** What the comment itself does; what is left out is not offered. */
export type CommentActions = {
  quote?: () => void;
  link: () => void;
  versions?: () => void;
  edit?: () => void;
  remove?: () => void;
};

const LINES: readonly ActionLine<keyof CommentActions | 'makeTask' | 'resolve' | 'reopen'>[] = [
  { does: 'edit', icon: <Pencil />, words: 'Edit' },
  { does: 'quote', icon: <Quote />, words: 'Quote' },
  { does: 'link', icon: <Link2 />, words: 'Copy link' },
  { does: 'makeTask', icon: <ListPlus />, words: 'Make a task' },
  { does: 'versions', icon: <History />, words: 'Show earlier versions' },
  { does: 'resolve', icon: <Check />, words: 'Resolve thread' },
  { does: 'reopen', icon: <RotateCcw />, words: 'Reopen thread' },
  { does: 'remove', icon: <Trash2 />, words: 'Delete', danger: true },
];

type CommentMenuProps = ActionMenuPart & {
  comment: CommentRecord;
  actions: CommentActions;
  may: { settle: boolean; makeTask: boolean };
  /** Runs it, and says so if it fails. */
  send: (run: () => Promise<void>) => Promise<boolean>;
  onChanged: (comment: CommentRecord) => void;
};

/** What can be done with one comment. */
export function CommentMenu({ comment, actions, may, send, onChanged, ...menu }: CommentMenuProps) {
  const hrefTo = useOrganisationLinks();
  const change = (made: () => Promise<CommentRecord>) => () => void send(async () => onChanged(await made()));
  const settle = (name: 'POST resolveComment/{id}' | 'DELETE resolveComment/{id}') =>
    change(() => call(name, { id: comment._id }));
  const all = {
    ...actions,
    ...(may.makeTask && { makeTask: change(() => taskOf(comment, hrefTo, onChanged)) }),
    ...(may.settle && !comment.resolved_at && { resolve: settle('POST resolveComment/{id}') }),
    ...(may.settle && comment.resolved_at && { reopen: settle('DELETE resolveComment/{id}') }),
  };
  return <ActionMenu {...menu} lines={LINES} actions={all} />;
}

const EmojiChooser = dynamic(() => import('@/components/emoji/emoji-chooser').then((part) => part.EmojiChooser));

/** Six at hand, and any other by its name. */
export function ReactionMenu({ onReact, ...menu }: ActionMenuPart & { onReact: (emoji: string) => void }) {
  const [choosing, setChoosing] = useState(false);
  const whole = useRef<HTMLSpanElement>(null);
  return (
    <span ref={whole} className="contents">
      <Menu {...menu} align="end">
        {REACTIONS.map(({ emoji, name }) => (
          <MenuItem key={emoji} icon={<span aria-hidden="true">{emoji}</span>} onSelect={() => onReact(emoji)}>
            {isolated(name)}
          </MenuItem>
        ))}
        <MenuItem icon={<SmilePlus />} onSelect={() => setChoosing(true)}>
          Another emoji
        </MenuItem>
      </Menu>
      {choosing && (
        <EmojiChooser
          onChoose={onReact}
          onClose={() => setChoosing(false)}
          finalFocus={menu.finalFocus ?? (() => whole.current?.querySelector('button') ?? null)}
        />
      )}
    </span>
  );
}
