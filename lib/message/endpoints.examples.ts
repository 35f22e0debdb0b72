import type { messageEndpoints } from '@/lib/message/endpoints';
import { alone, freshGroup, groupMessage, inGroup, ownMessage } from '@/lib/room/endpoints.examples';
import { freshTask } from '@/lib/task/endpoints.examples';
import { acme, at, body, type Examples, inProject, of, query, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

export const examples: Examples<typeof messageEndpoints> = {
  'GET messageList': {
    seat: 'acme.user',
    make: async (owner) => ({ query: { room_id: (await groupMessage(owner)).room } }),
    about: inGroup,
  },
  'POST message': {
    ...body('acme.user', async (owner) => ({
      room_id: await freshGroup(owner, 'user', 'leader', 'client'),
      client_id: newId(),
      body: unique('Message'),
    })),
    about: inGroup,
  },
  'GET message/{id}': {
    ...at('acme.user', async (owner) => `message/${(await groupMessage(owner)).id}`),
    about: inGroup,
  },
  'PATCH message/{id}': {
    ...at('acme.user', async (owner) => `message/${(await ownMessage(owner)).id}`, { version: 1, body: 'Better' }),
    about: alone,
  },
  'DELETE message/{id}': {
    ...at('acme.user', async (owner) => `message/${(await ownMessage(owner)).id}`),
    about: alone,
  },
  'GET messageVersions/{id}': {
    ...at('acme.user', async (owner) => `messageVersions/${(await groupMessage(owner)).id}`),
    about: inGroup,
  },
  'POST reaction': {
    ...body('acme.user', async (owner) => ({ message_id: (await groupMessage(owner)).id, emoji: '👍' })),
    about: inGroup,
  },
  'DELETE reaction': {
    seat: 'acme.user',
    make: async (owner) => {
      const { id } = await groupMessage(owner);
      await owner.query(
        `insert into message_reaction (org_id, message_id, member_id, emoji) select $1, $2, m.id, '👍' from member m where m.org_id = $1`,
        [fixtureId('acme'), id],
      );
      return { query: { message_id: id, emoji: '👍' } };
    },
    about: inGroup,
  },
  'POST pinMessage/{id}': {
    ...at('acme.user', async (owner) => `pinMessage/${(await groupMessage(owner)).id}`, {}),
    about: inGroup,
  },
  'DELETE pinMessage/{id}': {
    ...at('acme.user', async (owner) => {
      const { id, room } = await groupMessage(owner);
      await owner.query(`insert into message_pin (org_id, room_id, message_id) values ($1, $2, $3)`, [
        fixtureId('acme'),
        room,
        id,
      ]);
      return `pinMessage/${id}`;
    }),
    about: inGroup,
  },
  'GET messageSearch': query({ q: 'message' }),
  'POST messageToComment/{id}': {
    ...at('acme.user', async (owner) => `messageToComment/${(await groupMessage(owner)).id}`, {
      task_id: acme('WEB-1'),
    }),
    about: inGroup,
  },
  'GET taskConversation/{id}': of(freshTask, inProject()),
  'POST messageToTask/{id}': {
    ...at('acme.user', async (owner) => `messageToTask/${(await groupMessage(owner)).id}`, { project_id: WEB }),
    about: inGroup,
  },
};
