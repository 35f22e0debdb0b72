import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import type { Imported } from '@/lib/imported/schema';
import { seesEverybody, seesRoles } from '@/lib/member/policy';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { ROLE_LABEL, type Role } from '@/lib/permission/schema';
import { foundMessages, messageHits } from '@/lib/search/queries.messages';
import type { Found, Search } from '@/lib/search/schema';
import { keyOf, nearOf, type SearchKind, type Terms, termsOf, tsqueryOf } from '@/lib/search/vocabulary';
import { excerptOf } from '@/lib/search/vocabulary.excerpt';
import { importedOf, instant, join, type Sql, sql } from '@/lib/sql';
import { linksOf } from '@/lib/tenant/organisation-path';

type Row = {
  kind: SearchKind;
  _id: string;
  place: number;
  title: string;
  body: string;
  key: string | null;
  /** Of a file that lies in a space: where the file manager opens it. */
  within: string | null;
  project_id: string | null;
  imported: Imported | null;
  updated: number;
};

/** What each kind is read from, below the hits `h`, through the door. */
const READ: Record<Exclude<SearchKind, 'message'>, Sql> = {
  task: sql`select h.*, t.title, t.description as body, p.key || '-' || t.number as key, null as within, t.project_id, t.updated_at as at
    from h join task t on t.id = h._id join project p on p.org_id = t.org_id and p.id = t.project_id
   where h.kind = 'task' and t.deleted_at is null`,
  project: sql`select h.*, p.name as title, p.description as body, p.key, null as within, p.id as project_id, p.updated_at as at
    from h join project p on p.id = h._id where h.kind = 'project'`,
  milestone: sql`select h.*, g.name as title, p.name as body, p.key, null as within, g.project_id, g.updated_at as at
    from h join milestone g on g.id = h._id join project p on p.org_id = g.org_id and p.id = g.project_id
   where h.kind = 'milestone' and g.deleted_at is null`,
  person: sql`select h.*, m.name as title, m.email || ' ' || m.role as body, m.namesake::text as key, null as within, null::uuid as project_id, m.created_at as at
    from h join member m on m.id = h._id where h.kind = 'person' and m.approval = 1 and m.deactivated_at is null`,
  comment: sql`select h.*, t.title, c.body, p.key || '-' || t.number as key, null as within, c.project_id, coalesce(c.edited_at, c.created_at) as at
    from h join comment c on c.id = h._id join task t on t.org_id = c.org_id and t.id = c.task_id
    join project p on p.org_id = c.org_id and p.id = c.project_id
   where h.kind = 'comment' and c.deleted_at is null and t.deleted_at is null`,
  // Of a series that was split the part that fits best; of its agenda the lines that the reader may see.
  meeting: sql`select * from (select distinct on (e.series_id) h.*, e.title,
        concat_ws(' ', nullif(e.place, ''), (select string_agg(i.title || ' ' || i.notes, ' ' order by i.rank) from agenda_item i
           where i.org_id = e.org_id and i.meeting_id = e.id and i.removed_at is null)) as body,
        null as key, null as within, e.project_id, e.updated_at as at
    from h join meeting e on e.id = h._id where h.kind = 'meeting' and e.cancelled_at is null
   order by e.series_id, h.place, e.starts_at desc) one_of_series`,
  request: sql`select h.*, r.title, r.body, p.key, null as within, r.project_id, r.updated_at as at
    from h join client_request r on r.id = h._id join project p on p.org_id = r.org_id and p.id = r.project_id
   where h.kind = 'request' and r.state <> 'withdrawn'`,
  file: sql`select h.*, f.name as title, coalesce(t.title, o.name, p.name, '') as body, p.key || '-' || t.number as key,
      case when o.id is not null then 'folder=' || o.id when p.id is not null then 'project=' || p.key end as within, f.project_id, f.updated_at as at
    from h join file f on f.id = h._id
    left join task t on t.org_id = f.org_id and t.id = f.task_id left join project p on p.org_id = f.org_id and p.id = f.project_id
    left join folder o on o.org_id = f.org_id and o.id = f.folder_id
   where h.kind = 'file' and f.deleted_at is null and f.draft_at is null`,
  folder: sql`select h.*, f.name as title, coalesce(p.name, '') as body, p.key, null as within, f.project_id, f.updated_at as at
    from h join folder f on f.id = h._id left join project p on p.org_id = f.org_id and p.id = f.project_id
   where h.kind = 'folder' and f.deleted_at is null`,
};

/** Of each kind, however many pages are turned. */
const MOST = 1_000;

/** Of several kinds each gives twice its share: a short answer is what typing waits for. */
const eachOf = (kinds: readonly SearchKind[], wanted: number) =>
  Math.min(MOST, kinds.length < 3 ? wanted : Math.ceil((2 * wanted) / kinds.length));

/**
 * The best of each kind by turns, a task by its key first; `total` is what is returned, and one where more is there, since
 * nothing is counted. In one statement: the index gives ids, and what the caller does not see through the door is left out.
 */
export async function search(ctx: Ctx, { q, kinds, page, limit }: Search): Promise<Page<Found>> {
  const terms = termsOf(q);
  const sought = [...new Set(kinds)];
  if (!terms.wanted.length || !sought.length) return { docs: [], total: 0, page, limit };
  const rows = await ctx.db.$queryRaw<Row[]>`
    with h as materialized (select kind, id as _id, min(place) as place from (${hits(ctx, q, terms, sought, eachOf(sought, page * limit + 1))}) one group by 1, 2)
    select kind, _id, place, title, left(body, 50000) as body, key, within, project_id, extract(epoch from at)::float8 as updated,
           case when kind = 'comment' then (select ${importedOf(sql`c`)} from comment c where c.id = _id) end as imported
      from (${join(
        sought.map((kind) => (kind === 'message' ? foundMessages(ctx) : READ[kind])),
        ' union all ',
      )}) found
     order by place, array_position(${sought}::text[], kind), updated desc, _id limit ${limit + 1}::int offset ${(page - 1) * limit}::bigint`;
  const docs = rows.slice(0, limit).map((row) => foundIn(ctx, row, terms));
  return { docs, total: (page - 1) * limit + rows.length, page, limit };
}

function hits({ actor }: Ctx, q: string, terms: Terms, kinds: SearchKind[], limit: number): Sql {
  const near = nearOf(terms);
  // Roles that see everybody are asked nothing; others know the people of their projects (rulings 11).
  const people = seesEverybody(actor)
    ? sql`null`
    : sql`array(select pm.member_id from project_member pm union select ${actor.memberId}::uuid)`;
  // Clients find meetings by what is for clients alone.
  const indexed = kinds
    .filter((kind) => kind !== 'message')
    .map((kind) => (kind === 'meeting' && actor.role === 'client' ? 'meeting_client' : kind));
  const entries = sql`select case kind when 'meeting_client' then 'meeting' else kind end as kind, id, place from search_entries((select app_org_id()), (select app_sees_every_project()),
    (select app_is_client()), (select app_project_ids()), ${people}, ${indexed}::text[], ${tsqueryOf(terms)}, ${tsqueryOf(terms, 'A')},
    ${near?.near ?? null}, ${near?.stems ?? null}, ${limit}::int)`;
  const words = kinds.includes('message') ? sql`${entries} union all ${messageHits(terms, limit)}` : entries;
  const key = kinds.includes('task') ? keyOf(q) : null;
  return key
    ? sql`${words} union all select 'task', t.id, case when t.number = ${key.numbers[0]}::int then -1 else 0 end
        from task t
       where t.project_id = project_of_key(${key.project}) and t.number = any(${key.numbers}::int[]) and t.deleted_at is null`
    : words;
}

function foundIn(ctx: Ctx, row: Row, terms: Terms): Found {
  const { kind, _id, title, project_id, imported } = row;
  const shared = { kind, _id, project_id, imported, updated_at: instant(row.updated) };
  if (kind === 'person') return { ...shared, key: null, ...personIn(ctx, row, terms) };
  const page = pageOf(row);
  const hrefTo = linksOf(ctx.org.key, null);
  return { ...shared, key: row.key, title, excerpt: excerptOf(row.body, terms), url: hrefTo(page) };
}

function pageOf({ kind, _id, key, within }: Row): string {
  switch (kind) {
    case 'project':
      return `projectdetails?project=${key}`;
    case 'milestone':
      return `projectdetails?project=${key}&tab=tasks&filter=milestone:${_id}`;
    case 'comment':
      return `taskpage?task=${key}&comment=${_id}`;
    case 'meeting':
      return `meeting?meeting=${_id}`;
    case 'request':
      return `projectdetails?project=${key}&tab=requests&request=${_id}`;
    case 'file':
      return key ? `taskpage?task=${key}` : `file_manager?${within ? `${within}&` : ''}file=${_id}`;
    case 'message':
      return `chat?room=${within}&message=${_id}`;
    case 'folder':
      return `file_manager?${key ? `project=${key}&` : ''}folder=${_id}`;
    default:
      return `taskpage?task=${key}`;
  }
}

/** As the people lists show them: emails for roles that see everybody, a number for namesakes to the others. */
function personIn(
  { actor, org }: Ctx,
  { title, body, key }: Row,
  terms: Terms,
): Pick<Found, 'title' | 'excerpt' | 'url'> {
  const [email = '', role = ''] = body.split(' ');
  const everybody = seesEverybody(actor);
  return {
    title: !everybody && key ? `${title} (${key})` : title,
    excerpt: everybody ? excerptOf(email, terms) : seesRoles(actor) ? ROLE_LABEL[role as Role] : '',
    url: mayEver(actor, 'users.view')
      ? linksOf(org.key, null)(`userlist?q=${encodeURIComponent(everybody ? email : title)}`)
      : null,
  };
}
