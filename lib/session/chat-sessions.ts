import 'server-only';
import { type AuthCtx, type Client, withAuth } from '@/lib/auth';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { endLive } from '@/lib/outbox';
import { hashSecretToken, newSecretToken } from '@/lib/secret-token';
import { CHAT_AUDIENCE, signFor } from '@/lib/session-token';
import type { Sql } from '@/lib/sql';
import { newId } from '@/lib/validation';

/** The only writer of `chat_session`: what the chat's frame is opened with, and the session that it then has. */

/** From being asked for until the token is shown. */
const TOKEN_SECONDS = 60;
/** Of one session of the person, the newest: each opening makes one. */
const MOST = 20;
const TOKEN = /^[\w-]{43}/;

export const CHAT_PATH = '/embed/chat';

type ChatOpening = {
  token: string;
  url: string;
  /** The chat is at the host that the caller is on. */
  own_host: boolean;
  expires_at: string;
};

/** Good once, for a minute, and for the chat alone. */
export async function newChatToken(ctx: Ctx): Promise<ChatOpening> {
  const { token, tokenHash } = newSecretToken();
  const sid = ctx.sessionId ?? null;
  const expires = await withAuth(ctx, async ({ db }) => {
    const [made] = await db.$queryRaw<{ expires: Date }[]>`
      with over as (delete from chat_session where org_id = ${ctx.org.id}::uuid and session_id = ${sid}::uuid
          and (opened_at is null and created_at < now() - make_interval(secs => ${TOKEN_SECONDS})
               or id in (select c.id from chat_session c where c.org_id = ${ctx.org.id}::uuid and c.session_id = ${sid}::uuid
                          order by c.created_at desc offset ${MOST - 1})))
      insert into chat_session (id, org_id, session_id, token_hash)
      values (${newId()}::uuid, ${ctx.org.id}::uuid, ${sid}::uuid, ${tokenHash})
      returning created_at + make_interval(secs => ${TOKEN_SECONDS}) as expires`;
    return made?.expires ?? new Date();
  });
  const url = new URL(env.chatUrl ?? `${env.appUrl}${CHAT_PATH}`);
  url.searchParams.set('token', token);
  return { token, url: url.href, own_host: env.chatUrl === undefined, expires_at: expires.toISOString() };
}

type OpenedChat = { jwt: string; expiresAt: Date; seconds: number };

/**
 * Uses the token up. The same `unauthenticated` for one that was used, is too old, or never was. `sid`: only one that this
 * session asked for.
 */
export async function openChatSession(token: string, client: Client, sid: string | null = null): Promise<OpenedChat> {
  const hash = hashSecretToken(TOKEN.exec(token)?.[0] ?? '');
  const [opened] = await withAuth(
    client,
    ({ db }) => db.$queryRaw<{ sid: string; org: string; key: string; sub: string; ends: number; now: number }[]>`
      update chat_session c set opened_at = now(), token_hash = null
        from session s join member m on m.org_id = s.org_id and m.id = s.member_id join organisation o on o.id = s.org_id
       where c.token_hash = ${hash} and c.opened_at is null
         and c.created_at > now() - make_interval(secs => ${TOKEN_SECONDS})
         and (${sid}::uuid is null or c.session_id = ${sid}::uuid)
         and s.org_id = c.org_id and s.id = c.session_id and s.expires_at > now()
      returning c.id as sid, c.org_id as org, o.key, m.person_id as sub,
                floor(extract(epoch from s.expires_at))::float8 as ends, extract(epoch from now())::float8 as now`,
  );
  if (!opened)
    throw new DomainError(
      'unauthenticated',
      'Unauthorized! This token was used before, or is too old. Open the chat again.',
    );
  const { ends, now, ...claims } = opened;
  const jwt = await signFor(CHAT_AUDIENCE, claims, ends);
  return { jwt, expiresAt: new Date(ends * 1000), seconds: Math.floor(ends - now) };
}

/** Ends those opened from the sessions `which` (a condition on the session `s`), and the live connections of their people. */
export async function endChatSessions({ db }: Pick<AuthCtx, 'db'>, which: Sql): Promise<void> {
  const ended = await db.$queryRaw<{ org_id: string; member_id: string }[]>`
    delete from chat_session c using session s where s.org_id = c.org_id and s.id = c.session_id and ${which}
    returning s.org_id, s.member_id`;
  await endLive(db, ended);
}
