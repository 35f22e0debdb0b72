import 'server-only';
import type { Client } from '@/lib/auth';
import { listChatPeople, listChatProjects, listChatTasks } from '@/lib/chat-session/queries';
import {
  ChatOpening,
  ChatProject,
  ChatTask,
  FindForChat,
  OpenChat,
  OpenedChatSession,
} from '@/lib/chat-session/schema';
import { command, defineEndpoints, list, withHeaders } from '@/lib/contract/endpoint';
import { PersonBadge } from '@/lib/person/schema';
import { newChatToken, openChatSession } from '@/lib/session/chat-sessions';
import { chatCookieLine } from '@/lib/session-token';
import { Nothing } from '@/lib/validation';

/** What the chat's frame asks for besides rooms and messages. */
export const chatScreenEndpoints = defineEndpoints({
  'GET chatPeople': list(
    FindForChat,
    PersonBadge,
    'chat.read',
    listChatPeople,
    'Who can be in a group or a direct room, by name, as far as the caller sees them',
  ),
  'GET chatProjects': list(
    FindForChat,
    ChatProject,
    'chat.read',
    listChatProjects,
    'Projects in which a task can be made of a message',
  ),
  'GET chatTasks': list(FindForChat, ChatTask, 'chat.read', listChatTasks, 'Tasks that a message can name'),
});

export const chatSessionEndpoints = defineEndpoints({
  'POST chatToken': command(
    Nothing,
    ChatOpening,
    'profile.own',
    newChatToken,
    'What the chat’s frame is opened with. It ends with the session that asks for it.',
  ),
  'POST chatSession': command(
    OpenChat,
    OpenedChatSession,
    'anonymous',
    openChat,
    'Takes the token of chatToken and gives the frame its session, as a cookie, or with `bearer` in the answer. It opens ' +
      'the calls of the chat alone. 401 for a token that was used or is older than a minute.',
  ),
});

async function openChat(client: Client, { token, bearer }: OpenChat): Promise<OpenedChatSession> {
  const { jwt, expiresAt, seconds } = await openChatSession(token, client);
  const expires_at = expiresAt.toISOString();
  if (bearer) return { expires_at, token: `Bearer ${jwt}` };
  return withHeaders({ expires_at }, { 'Set-Cookie': chatCookieLine(jwt, seconds) });
}
