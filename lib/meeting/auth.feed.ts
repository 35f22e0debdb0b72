import 'server-only';
import { withAuth } from '@/lib/auth';
import { hashSecretToken } from '@/lib/secret-token';

export type FeedPlaces = { id: string; projectId: string | null; organisations: string[] };

/** Whose calendar an address opens, and in which organisations; null: there is none, or it is revoked. */
export const feedOf = (token: string): Promise<FeedPlaces | null> =>
  withAuth(null, async ({ db }) => {
    const [row] = await db.$queryRaw<(FeedPlaces & { own: string })[]>`
      select f.id, f.project_id as "projectId", f.org_id as own,
             array(select m.org_id::text from member m join organisation o on o.id = m.org_id and o.deleted_at is null
                where m.person_id = own.person_id and m.approval = 1 and m.deactivated_at is null order by o.name, o.id) as organisations
        from calendar_feed f join member own on own.org_id = f.org_id and own.id = f.member_id
       where f.token_hash = ${hashSecretToken(token)} and own.approval = 1 and own.deactivated_at is null`;
    if (!row) return null;
    const { id, projectId, own, organisations } = row;
    return { id, projectId, organisations: projectId === null ? organisations : [own] };
  });
