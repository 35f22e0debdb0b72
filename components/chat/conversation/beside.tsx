'use client';

import dynamic from 'next/dynamic';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';
import type { Opening } from '../history-reader';
import { ThreadPanel } from '../thread/thread-panel';
import type { MessageTools } from '../use-message-actions';

const MessageFinder = dynamic(() => import('../message-finder').then((part) => part.MessageFinder));
const PinnedMessages = dynamic(() => import('../message/pinned-messages').then((part) => part.PinnedMessages));

/** What stands beside a conversation; over it on narrow screens. */
export type Beside = { kind: 'thread'; root: MessageRecord; at?: string } | { kind: 'search' | 'pins' } | null;

type BesideProps = {
  beside: Beside;
  tools: MessageTools;
  /** Counts how often the room was opened again while it was there. */
  opened: number;
  onRoom: (room: RoomRecord) => void;
  onJump: (to: Opening, message?: MessageRecord) => void;
  onClose: () => void;
};

export function ConversationBeside({ beside, tools, opened, onRoom, onJump, onClose }: BesideProps) {
  const { room, put } = tools;
  const toMessage = (message: MessageRecord) => onJump({ around: message._id }, message);
  if (beside?.kind === 'thread') {
    const { root, at } = beside;
    return <ThreadPanel key={`${root._id} ${at}`} {...tools} {...{ root, at, opened, onRoom, onClose }} />;
  }
  if (beside?.kind === 'pins') return <PinnedMessages {...{ room, put, onClose }} onJump={toMessage} />;
  if (beside?.kind === 'search')
    return <MessageFinder {...{ room, onClose }} onJump={toMessage} onDay={(at) => onJump({ at })} />;
  return null;
}
