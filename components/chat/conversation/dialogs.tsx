'use client';

import dynamic from 'next/dynamic';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';
import type { AskedOf } from '../use-message-actions';

const MessageVersions = dynamic(() => import('../message/message-dialogs').then((part) => part.MessageVersions));
const MessageToComment = dynamic(() => import('../message/message-dialogs').then((part) => part.MessageToComment));
const MessageToTask = dynamic(() => import('../message/task-dialog').then((part) => part.MessageToTask));
const RoomPeople = dynamic(() => import('../group/people-dialog').then((part) => part.RoomPeople));
const AccessDialog = dynamic(() => import('@/components/access/access-dialog').then((part) => part.AccessDialog));
const LeaveGroup = dynamic(() => import('../group/leave-dialog').then((part) => part.LeaveGroup));

/** What is asked over a conversation: about one of its messages, or about the room. */
export type Asked = { kind: AskedOf; message: MessageRecord } | { kind: 'people' | 'access' | 'leave' } | null;

type DialogsProps = {
  asked: Asked;
  room: RoomRecord;
  onRoom: (room: RoomRecord) => void;
  onLeft: () => void;
  /** Something was made of the message. */
  onMade: (message: MessageRecord) => void;
  onClose: () => void;
};

export function ConversationDialogs({ asked, room, onRoom, onLeft, onMade, onClose }: DialogsProps) {
  if (asked?.kind === 'versions') return <MessageVersions message={asked.message} onClose={onClose} />;
  if (asked?.kind === 'comment')
    return <MessageToComment message={asked.message} onMade={() => onMade(asked.message)} onClose={onClose} />;
  if (asked?.kind === 'task')
    return <MessageToTask message={asked.message} room={room} onMade={() => onMade(asked.message)} onClose={onClose} />;
  if (asked?.kind === 'people') return <RoomPeople room={room} onRoom={onRoom} onClose={onClose} />;
  if (asked?.kind === 'access') return <AccessDialog what="room" of={{ room_id: room._id }} onClose={onClose} />;
  if (asked?.kind === 'leave') return <LeaveGroup room={room} onLeft={onLeft} onClose={onClose} />;
  return null;
}
