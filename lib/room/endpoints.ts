import 'server-only';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { PersonBadge } from '@/lib/person/schema';
import { editRoom, leaveRoom, openRoom, readRoom } from '@/lib/room/commands';
import { getRoom, listRooms } from '@/lib/room/queries';
import { listRoomMembers, roomSize } from '@/lib/room/queries.facts';
import { countUnreadRooms } from '@/lib/room/queries.unread';
import {
  EditRoom,
  ListRooms,
  OpenRoom,
  ReadRoom,
  RoomMembers,
  RoomRecord,
  RoomReference,
  RoomSize,
  UnreadRooms,
} from '@/lib/room/schema';
import { Nothing } from '@/lib/validation';

export const roomEndpoints = defineEndpoints({
  'GET roomList': list(
    ListRooms,
    RoomRecord,
    'chat.read',
    listRooms,
    'Rooms that the caller reads, those with the newest messages first',
  ),
  'POST room': create(
    OpenRoom,
    RoomRecord,
    'chat.direct',
    openRoom,
    'Opens a group, or the direct room of these people and the caller',
  ),
  'GET unreadRooms': query(Nothing, UnreadRooms, 'chat.read', countUnreadRooms, 'How many rooms have something unread'),
  'GET room/{id}': query(RoomReference, RoomRecord, 'chat.read', getRoom, 'One room'),
  'GET roomMembers/{id}': list(
    RoomMembers,
    PersonBadge,
    'chat.read',
    listRoomMembers,
    'Who can be called in a room, by name, as far as the caller sees them',
  ),
  'GET roomSize/{id}': query(
    RoomReference,
    RoomSize,
    'chat.read',
    roomSize,
    'How many people are in a room with the caller, seen by them or not: those whom @room calls',
  ),
  'PATCH room/{id}': command(
    EditRoom,
    RoomRecord,
    'chat.read',
    editRoom,
    'Mutes a room for the caller; renames a group, adds people to it, and takes them out',
    { decides: 'chat.read' },
  ),
  'DELETE room/{id}': command(RoomReference, RoomRecord, 'chat.direct', leaveRoom, 'Leaves a group'),
  'POST readRoom': command(
    ReadRoom,
    RoomRecord,
    'chat.read',
    readRoom,
    'Marks a room, or one thread in it, as read up to a message; an earlier one leaves those after it unread',
  ),
});
