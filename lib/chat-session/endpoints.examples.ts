import type pg from 'pg';
import type { chatScreenEndpoints, chatSessionEndpoints } from '@/lib/chat-session/endpoints';
import { hashSecretToken, newSecretToken } from '@/lib/secret-token';
import { acme, body, type Examples, query } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

/** A token as `chatToken` leaves it, of a new session of the user's. */
async function freshToken(owner: pg.ClientBase): Promise<string> {
  const { token } = newSecretToken();
  const session = newId();
  await owner.query(
    `insert into session (id, org_id, member_id, kind, expires_at) values ($1, $2, $3, 'bearer', now() + interval '1 hour')`,
    [session, fixtureId('acme'), acme('user')],
  );
  await owner.query('insert into chat_session (id, org_id, session_id, token_hash) values ($1, $2, $3, $4)', [
    newId(),
    fixtureId('acme'),
    session,
    hashSecretToken(token),
  ]);
  return token;
}

export const examples: Examples<typeof chatSessionEndpoints & typeof chatScreenEndpoints> = {
  'GET chatPeople': query({ q: 'a' }),
  'GET chatProjects': query({ q: 'WEB' }),
  'GET chatTasks': query({ q: 'WEB-1' }),
  'POST chatToken': body('acme.user', () => ({})),
  'POST chatSession': body('acme.user', async (owner) => ({ token: await freshToken(owner) })),
};
