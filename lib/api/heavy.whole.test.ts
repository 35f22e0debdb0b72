import { beforeAll, expect, test } from 'vitest';
import { listAudit } from '@/lib/audit/queries';
import { ListAudit } from '@/lib/audit/schema';
import { getActivity, getDashboard } from '@/lib/dashboard/queries';
import { GetDashboard } from '@/lib/dashboard/schema';
import { listEverybody, listMembersInFull } from '@/lib/member/queries';
import { ListByRole, ListMembers } from '@/lib/member/schema';
import { listNotifications } from '@/lib/notification/queries';
import { ListNotifications } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { getProject, listProjects } from '@/lib/project/queries';
import { listProjectMembers } from '@/lib/project/queries.people';
import { ListProjectMembers, ListProjects } from '@/lib/project/schema';
import { asMember } from '@/lib/test/as-member';
import { statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';

/** What names and lists of the greatest lengths cost whoever reads: counted in bytes and statements of one answer. */

const owner = ownerClient();
const [ACME, WEB, ADMIN] = [fixtureId('acme'), fixtureId('acme.WEB'), fixtureId('acme.admin')];
/** People of the organisation, projects, and lines of history and log. */
const [PEOPLE, PROJECTS, LINES] = [600, 220, 220];
const LONG = `repeat('é', 76)`;

beforeAll(async () => {
  await owner.query(
    `insert into member (org_id, id, role, approval, name, email, placed_at)
     select $1, gen_random_uuid(), 'user', 1, ${LONG} || n, 'h' || n || repeat('x', 60) || '@' || repeat('y', 60) || '.test', now() from generate_series(1, $2::int) n`,
    [ACME, PEOPLE],
  );
  await owner.query(
    `insert into project (org_id, id, key, name, type, description)
     select $1, gen_random_uuid(), 'H' || n, ${LONG} || n, 'web_application', repeat('x ', 4000) from generate_series(1, $2::int) n`,
    [ACME, PROJECTS],
  );
  await owner.query(
    `insert into project_member (org_id, project_id, member_id)
     select $1, p.id, m.id from project p cross join (select id from member where org_id = $1 and email like 'hh%' or email like 'h1%' limit 100) m where p.org_id = $1 and p.key like 'H%'`,
    [ACME],
  );
  await owner.query(
    `insert into project_member (org_id, project_id, member_id) select $1, $2, id from member where org_id = $1 and email like 'h%' on conflict do nothing`,
    [ACME, WEB],
  );
  const crowd = `(select jsonb_agg(jsonb_build_object('_id', id, 'name', name)) from (select id, name from member where org_id = $1 and email like 'h%' limit 200) m)`;
  await owner.query(
    `insert into activity (id, org_id, project_id, actor_id, kind, data, audience, created_at)
     select gen_random_uuid(), $1, $2, $3, 'project.members_changed', jsonb_build_object('added', crowd.list, 'removed', '[]'::jsonb), 'internal', now() from (select ${crowd} as list) crowd, generate_series(1, $4::int)`,
    [ACME, WEB, ADMIN, LINES],
  );
  await owner.query(
    `insert into audit (id, org_id, actor_id, action, target, after, user_agent)
     select gen_random_uuid(), $1, $2, 'project.members_changed', ${LONG}, jsonb_build_object('added', (select jsonb_agg(e->'_id') from jsonb_array_elements(crowd.list) e), 'removed', '[]'::jsonb), repeat('u', 500) from (select ${crowd} as list) crowd, generate_series(1, $3::int)`,
    [ACME, ADMIN, LINES],
  );
  await owner.query(
    `insert into notification (id, org_id, member_id, actor_id, kind, data)
     select gen_random_uuid(), $1, $2, null, 'project.joined', jsonb_build_object('project_id', p.id) from project p where p.org_id = $1`,
    [ACME, ADMIN],
  );
});

const READINGS: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  userList: (ctx) => listMembersInFull(ctx, ListMembers.parse({ limit: 200 })),
  allUserFromOrgs: (ctx) => listEverybody(ctx, ListByRole.parse({ limit: 200 })),
  projectList: (ctx) => listProjects(ctx, ListProjects.parse({ limit: 200 })),
  projectdetails: (ctx) => getProject(ctx, { project_id: 'WEB' }),
  projectMembers: (ctx) => listProjectMembers(ctx, ListProjectMembers.parse({ project_id: 'WEB', limit: 200 })),
  dashboard: (ctx) => getDashboard(ctx, GetDashboard.parse({})),
  activity: (ctx) => getActivity(ctx, null),
  audit: (ctx) => listAudit(ctx, ListAudit.parse({ limit: 200 })),
  notifications: (ctx) => listNotifications(ctx, ListNotifications.parse({ limit: 200 })),
};

test.each(Object.keys(READINGS))('D02 %s answers no more than half a megabyte', async (name) => {
  await asMember('acme.admin', async (ctx) => {
    const read = READINGS[name] as (ctx: Ctx) => Promise<unknown>;
    expect(Buffer.byteLength(JSON.stringify(await read(ctx)))).toBeLessThan(500_000);
    expect(await statementsOf(() => read(ctx))).toBeLessThanOrEqual(8);
  });
});

test('a page of the log that ends by size leads on: every line comes, each once', async () => {
  await asMember('acme.admin', async (ctx) => {
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listAudit(ctx, ListAudit.parse({ limit: 200, ...(cursor && { cursor }) }));
      ids.push(...page.docs.map(({ _id }) => _id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(LINES);
  });
});
