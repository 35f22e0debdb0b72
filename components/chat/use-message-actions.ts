'use client';

import { useState } from 'react';
import { copyLink } from '@/components/page/copy-link';
import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import type { MessageRecord } from '@/lib/message/schema';
import { mayEver } from '@/lib/permission/policy';
import type { RoomRecord } from '@/lib/room/schema';
import type { MessageActions } from './message/message-menu';

/** What is asked about a message over the page. */
export type AskedOf = 'comment' | 'task' | 'versions';

export type MessageTools = {
  room: RoomRecord;
  /** A message as it is now. */
  put: (message: MessageRecord) => void;
  onQuote: (message: MessageRecord) => void;
  /** Leads to the message that is quoted. */
  onQuoted: (id: string) => void;
  onUnread: (message: MessageRecord) => void;
  /** Opens what is asked over the page. */
  onAsk: (kind: AskedOf, message: MessageRecord) => void;
  /** The one that is changed from the field, and that this is over. */
  editing: string | null;
  onEdited: () => void;
  /** Not inside a thread. */
  onThread?: (message: MessageRecord) => void;
};

/** What one can do with a message, and how it goes. */
export function useMessageActions(
  message: MessageRecord,
  {
    room,
    put,
    onQuote,
    onUnread,
    onAsk,
    editing,
    onEdited,
    onDone,
  }: MessageTools & { /** What was asked beside it is over. */ onDone: () => void },
) {
  const hrefTo = useOrganisationLinks();
  const { member } = useShell();
  const [chosen, setShown] = useState<'read' | 'edit' | 'delete'>('read');
  const fromField = editing === message._id;
  const mode = fromField ? 'edit' : chosen;
  const setMode = (next: typeof mode) => {
    if (fromField) onEdited();
    else if (mode !== 'read' && next === 'read') onDone();
    setShown(next);
  };
  const [pending, setPending] = useState(false);
  const { _id: id, version, rights, pinned } = message;

  async function send(run: () => Promise<MessageRecord>): Promise<boolean> {
    setPending(true);
    try {
      put(await run());
      setMode('read');
      return true;
    } catch (error) {
      showToast({ kind: 'failure', text: `The message was not changed. ${reasonOf(error)}` });
      return false;
    } finally {
      setPending(false);
    }
  }
  const save = (body: string) =>
    body && body !== message.body
      ? send(() => call('PATCH message/{id}', { id, version, body }))
      : Promise.resolve(setMode('read')).then(() => true);
  const remove = () => void send(() => call('DELETE message/{id}', { id }));
  function react(emoji: string) {
    const mine = message.reactions.some((one) => one.emoji === emoji && one.mine);
    void send(() => call(mine ? 'DELETE reaction' : 'POST reaction', { message_id: id, emoji }));
  }
  const actions: MessageActions = {
    link: () => void copyLink(hrefTo(`chat?room=${room._id}&message=${id}`), 'this message'),
    unread: () => onUnread(message),
    ...(room.rights.send && {
      quote: () => onQuote(message),
      ...(pinned
        ? { unpin: () => void send(() => call('DELETE pinMessage/{id}', { id })) }
        : { pin: () => void send(() => call('POST pinMessage/{id}', { id })) }),
    }),
    ...(mayEver(member, 'comment.add') && { comment: () => onAsk('comment', message) }),
    ...(message.edited_at && { versions: () => onAsk('versions', message) }),
    ...(mayEver(member, 'task.create') && { task: () => onAsk('task', message) }),
    ...(rights.edit && { edit: () => setMode('edit') }),
    ...(rights.delete && { remove: () => setMode('delete') }),
  };
  return { mode, setMode, pending, save, remove, react, actions };
}
