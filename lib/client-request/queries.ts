import 'server-only';
import { requestRights } from '@/lib/client-request/policy';
import type { ListRequests, RequestRecord, RequestReference } from '@/lib/client-request/schema';
import { REQUEST_STATE_LABEL, type RequestState } from '@/lib/client-request/vocabulary';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import { type AttachedRows, attachedWhere, toAttachments } from '@/lib/file/queries.attached';
import { htmlOf } from '@/lib/markdown/markdown';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import type { PersonBadge } from '@/lib/person/schema';
import { badge, empty, instant, type Sql, sql } from '@/lib/sql';

/** As it is stored: what became of the task is not. */
type StoredState = 'received' | 'accepted' | 'declined' | 'withdrawn';

type Row = {
  id: string;
  project_id: string;
  project: RequestRecord['project'];
  author_id: string;
  title: string;
  body: string;
  html: string;
  renderer: number;
  stored: StoredState;
  state: RequestState;
  reason: string | null;
  author: PersonBadge | null;
  decided_by: PersonBadge | null;
  decided: number | null;
  task: RequestRecord['task'];
  attachments: AttachedRows;
  version: number;
  created: number;
  updated: number;
};

/** Of the request `r`, whose task `t` is there only for those who see it: for all others it stays planned. */
const state: Sql = sql`case when r.state <> 'accepted' then r.state
  when t.status in (2, 3) then 'in_progress' when t.status = 4 then 'done' else 'planned' end`;
const withTask: Sql = sql`client_request r
  left join task t on t.org_id = r.org_id and t.id = r.task_id and t.deleted_at is null`;

/** Undecided ones first, the longest waiting at the top; then the rest, the latest first. */
export function listRequests(
  ctx: Ctx,
  { project_id, state: states, ...range }: ListRequests,
): Promise<Page<RequestRecord>> {
  const found = sql`select r.id, r.state = 'received' as waits, r.created_at, r.updated_at from ${withTask}
    where true ${project_id ? sql`and r.project_id = ${project_id}::uuid` : empty}
      ${states ? sql`and ${state} = any(${states}::text[])` : empty}`;
  return paginate<Row, RequestRecord>(
    ctx.db,
    range,
    {
      found,
      order: sql`waits desc, case when waits then created_at end, updated_at desc, id`,
      columns: columns(ctx),
      joins: sql`left join (${withTask}) on r.id = s.id ${joins}`,
    },
    (row) => toRequest(ctx, row),
  );
}

const joins: Sql = sql`left join project p on p.org_id = r.org_id and p.id = r.project_id`;

const columns = (
  ctx: Ctx,
): Sql => sql`r.id, r.project_id, json_build_object('_id', p.id, 'key', p.key, 'name', p.name) as project,
  r.author_id, r.title, r.body, r.body_html as html, r.body_renderer as renderer, r.state as stored, ${state} as state, r.reason,
  (select ${badge(ctx)} from member m where m.org_id = r.org_id and m.id = r.author_id) as author,
  (select ${badge(ctx)} from member m where m.org_id = r.org_id and m.id = r.decided_by_id) as decided_by,
  extract(epoch from r.decided_at)::float8 as decided, extract(epoch from r.created_at)::float8 as created,
  extract(epoch from r.updated_at)::float8 as updated, r.version,
  case when t.id is not null then json_build_object('_id', t.id, 'key', (select tp.key from project tp where tp.org_id = t.org_id and tp.id = t.project_id)
    || '-' || t.number, 'title', t.title) end as task,
  ${attachedWhere(ctx, sql`f.org_id = r.org_id and f.request_id = r.id`)} as attachments`;

function toRequest(ctx: Ctx, row: Row): RequestRecord {
  const { id, stored, state, project_id, author_id: authorId } = row;
  return {
    _id: id,
    ...{ project_id, project: row.project, title: row.title, body: row.body },
    body_html: htmlOf(row.body, row.html, row.renderer),
    state,
    state_label: REQUEST_STATE_LABEL[state],
    ...{ reason: row.reason, author: row.author, decided_by: row.decided_by, task: row.task },
    decided_at: row.decided === null ? null : instant(row.decided),
    attachments: toAttachments(ctx, row.attachments),
    rights: requestRights(ctx.actor, { projectId: project_id, authorId, state: stored }),
    version: row.version,
    created_at: instant(row.created),
    updated_at: instant(row.updated),
  };
}

export async function getRequest(ctx: Ctx, { id }: RequestReference): Promise<RequestRecord> {
  const [row] = await ctx.db.$queryRaw<
    Row[]
  >`select ${columns(ctx)} from ${withTask} ${joins} where r.id = ${id}::uuid`;
  if (!row) throw notFound('The request');
  return toRequest(ctx, row);
}

export type RequestFacts = {
  id: string;
  projectId: string;
  authorId: string;
  title: string;
  body: string;
  state: StoredState;
  version: number;
  /** Who may decide on it; its author may not know them. */
  triagers: string[];
};

/** Until the transaction ends nobody else changes it. */
export async function lockRequest({ db }: Ctx, id: string): Promise<RequestFacts> {
  // Not by its row: who may not change it is told so, and not that it is not there.
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`request:${id}`}, 0))`;
  const [request] = await db.$queryRaw<RequestFacts[]>`
    select r.id, r.project_id as "projectId", r.author_id as "authorId", r.title, r.body, r.state, r.version,
           triagers_of(r.project_id) as triagers
      from client_request r where r.id = ${id}::uuid`;
  if (!request) throw notFound('The request');
  return request;
}

/** Whom a new request is told to, and how many of the caller's wait there already. */
type BeforeFiling = { triagers: string[]; waiting: number; taken: boolean; contacts: string[] };

export async function beforeFiling({ db, actor }: Ctx, projectId: string): Promise<BeforeFiling> {
  const [row] = await db.$queryRaw<[BeforeFiling]>`
    select (select o.client_requests from organisation o where o.id = app_org_id()) as taken,
           array(select shown_name(m.name, m.namesake) from project_member pm join member m on m.org_id = pm.org_id and m.id = pm.member_id
                  where pm.project_id = ${projectId}::uuid and pm.is_contact and m.id <> ${actor.memberId}::uuid
                    and m.deactivated_at is null order by m.name, m.id) as contacts,
           coalesce(triagers_of(${projectId}::uuid), '{}') as triagers,
           (select count(*)::int from client_request r where r.project_id = ${projectId}::uuid
               and r.author_id = ${actor.memberId}::uuid and r.state = 'received') as waiting`;
  return row;
}

/** Whether clients file requests here at all. */
export async function takesRequests({ db, org }: Ctx): Promise<boolean> {
  const row = await db.organisation.findFirst({ where: { id: org.id }, select: { clientRequests: true } });
  return row?.clientRequests ?? false;
}
