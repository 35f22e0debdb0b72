import 'server-only';
import { type Client, withAuth } from '@/lib/auth';
import type { Ctx } from '@/lib/org';
import { signFor, VIEW_AUDIENCE, VIEW_SECONDS } from '@/lib/session-token';
import { newId } from '@/lib/validation';

/** The only writer of `client_view`: who looks as which client, from which session. */

export type OpenedView = { token: string; expiresAt: Date; inBrowser: boolean };

/** Of one session the newest counts. Null: the caller may not look as this client, or it is none. */
export async function openView(ctx: Ctx, memberId: string): Promise<OpenedView | null> {
  const { actor, org, sessionId = null } = ctx;
  const id = newId();
  const [opened] = await withAuth(
    ctx,
    ({ db }) => db.$queryRaw<{ ends: Date; kind: string }[]>`
      with before as (delete from client_view where org_id = ${org.id}::uuid and session_id = ${sessionId}::uuid)
      insert into client_view (id, org_id, session_id, member_id, expires_at)
      select ${id}::uuid, s.org_id, s.id, m.id, least(s.expires_at, now() + make_interval(secs => ${VIEW_SECONDS}))
        from session s join member m on m.org_id = s.org_id
       where s.id = ${sessionId}::uuid and s.org_id = ${org.id}::uuid and m.id = ${memberId}::uuid
         and m.role = 'client' and m.approval = 1 and m.deactivated_at is null
         and viewed_projects(${actor.memberId}::uuid, ${actor.role}, m.id) is not null
      returning expires_at as ends, (select kind from session where id = session_id) as kind`,
  );
  if (!opened) return null;
  const claims = { sub: actor.personId, sid: id, org: org.id, key: org.key };
  const token = await signFor(VIEW_AUDIENCE, claims, Math.floor(opened.ends.getTime() / 1000));
  return { token, expiresAt: opened.ends, inBrowser: opened.kind === 'browser' };
}

/** Ends a view, or those of a session. */
export const closeView = (client: Client, id: string): Promise<void> =>
  withAuth(client, async (auth) => {
    const ended = await auth.db.$queryRaw<{ org_id: string; member_id: string; by: string }[]>`
      delete from client_view v using session s
       where s.org_id = v.org_id and s.id = v.session_id and (v.id = ${id}::uuid or v.session_id = ${id}::uuid)
      returning v.org_id, v.member_id, s.member_id as by`;
    for (const { org_id: orgId, member_id, by } of ended)
      auth.happened({ orgId, memberId: by }, 'view.ended', { id: member_id });
  });
