import 'server-only';
import { CommentRecord } from '@/lib/comment/schema';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { deleteMessage, editMessage, sendMessage } from '@/lib/message/commands';
import { messageToComment, messageToTask } from '@/lib/message/commands.made';
import { addReaction, pinMessage, takeReaction, unpinMessage } from '@/lib/message/commands.marks';
import { getMessage, listVersions } from '@/lib/message/queries';
import { listConversation } from '@/lib/message/queries.conversation';
import { listMessages, searchMessages } from '@/lib/message/queries.list';
import {
  EditMessage,
  ListMessages,
  MessageReaction,
  MessageRecord,
  MessageReference,
  MessageToComment,
  MessageToTask,
  MessageVersion,
  MessageVersions,
  SearchMessages,
  SendMessage,
  TaskConversation,
} from '@/lib/message/schema';
import { TaskDetail } from '@/lib/task/schema';

// Only reading is checked here; commands check the rest, so that hidden things are 404, not 403.
export const messageEndpoints = defineEndpoints({
  'GET messageList': list(
    ListMessages,
    MessageRecord,
    'chat.read',
    listMessages,
    'Messages of a room, oldest first: the newest, those before, after or around a message, or those of a moment',
  ),
  'POST message': create(
    SendMessage,
    MessageRecord,
    'chat.read',
    sendMessage,
    'Sends a message; the same `client_id` again answers 200 with the message that is there',
    { decides: 'chat.send' },
  ),
  'GET message/{id}': query(MessageReference, MessageRecord, 'chat.read', getMessage, 'One message'),
  'PATCH message/{id}': command(EditMessage, MessageRecord, 'chat.read', editMessage, 'Change one’s own message', {
    decides: 'chat.edit',
  }),
  'DELETE message/{id}': command(MessageReference, MessageRecord, 'chat.read', deleteMessage, 'Delete a message', {
    decides: 'chat.edit',
  }),
  'GET messageVersions/{id}': list(
    MessageVersions,
    MessageVersion,
    'chat.read',
    listVersions,
    'What a message says and said before it was changed, the latest first',
  ),
  'POST reaction': command(MessageReaction, MessageRecord, 'chat.read', addReaction, 'React to a message', {
    decides: 'chat.send',
  }),
  'DELETE reaction': command(MessageReaction, MessageRecord, 'chat.read', takeReaction, 'Remove one’s own reaction', {
    decides: 'chat.send',
  }),
  'POST pinMessage/{id}': command(
    MessageReference,
    MessageRecord,
    'chat.read',
    pinMessage,
    'Pin a message in its room',
    {
      decides: 'chat.send',
    },
  ),
  'DELETE pinMessage/{id}': command(MessageReference, MessageRecord, 'chat.read', unpinMessage, 'Unpin a message', {
    decides: 'chat.send',
  }),
  'GET messageSearch': list(
    SearchMessages,
    MessageRecord,
    'chat.read',
    searchMessages,
    'Messages of all rooms that the caller reads, by words, person, room and day, newest first. `prev_cursor` leads to newer ones.',
  ),
  'POST messageToTask/{id}': create(
    MessageToTask,
    TaskDetail,
    'chat.read',
    messageToTask,
    'Makes a task of a message, which then knows of it',
    { decides: 'task.create' },
  ),
  'POST messageToComment/{id}': create(
    MessageToComment,
    CommentRecord,
    'chat.read',
    messageToComment,
    'Makes a comment on a task of a message; each leads to the other',
    { decides: 'comment.add' },
  ),
  'GET taskConversation/{id}': list(
    TaskConversation,
    MessageRecord,
    'chat.read',
    listConversation,
    'Messages about a task, newest first: those that name its key, and those of which it or a comment on it was made. `prev_cursor` leads to newer ones.',
  ),
});
