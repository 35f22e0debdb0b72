import 'server-only';
import type { AuditFilters, AuditRecord, ListAudit } from '@/lib/audit/schema';
import { changesInWords } from '@/lib/audit/vocabulary';
import type { Page } from '@/lib/contract/endpoint';
import { allow } from '@/lib/errors';
import { definitionOf, type EventKind, kindsWhere, namesOf } from '@/lib/event/registry';
import { auditInWords } from '@/lib/event/words';
import { textFilter } from '@/lib/fold';
import { type Formats, formatsFor } from '@/lib/formats';
import { deviceInWords } from '@/lib/http/device';
import type { Ctx } from '@/lib/org';
import { fitting } from '@/lib/paging';
import { mayEver } from '@/lib/permission/policy';
import { empty, join, type Sql, sql } from '@/lib/sql';
import { contains } from '@/lib/validation';

/** Counting stops here: "more than". */
export const COUNTED = 1000;

type Row = {
  id: string;
  created_at: Date;
  action: string;
  target: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ip: string | null;
  user_agent: string | null;
  imported_at: Date | null;
  actor_id: string | null;
  actor_name: string | null;
  actor_pic: string | null;
  target_id: string | null;
  target_name: string | null;
};

/** Newest first, by keyset; `total` counts to COUNTED at most. Large lines make a page shorter. */
export async function listAudit(ctx: Ctx, input: ListAudit): Promise<Page<AuditRecord>> {
  allow(mayEver(ctx.actor, 'audit.view'), 'Your role cannot read the audit log.');
  const { cursor, page, limit } = input;
  const from = cursor ?? (page - 1) * limit;
  const where = await conditionsOf(ctx, input);
  const docs = await readAudit(ctx, where, from, limit + 1);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>(
    sql`select count(*)::int as total from (select from audit a where true ${where} limit ${COUNTED}::int) counted`,
  );
  const shown = fitting(docs.slice(0, limit));
  const last = shown.at(-1);
  return {
    docs: shown,
    total: counted?.total ?? 0,
    page,
    limit,
    next_cursor: docs.length > shown.length && last ? cursorOf(last) : null,
  };
}

export const cursorOf = ({ created_at, _id }: Pick<AuditRecord, 'created_at' | '_id'>) => `${created_at}_${_id}`;

/** Matching lines, newest first, after a cursor or a number of lines. */
export async function readAudit(ctx: Ctx, where: Sql, from: string | number, limit: number): Promise<AuditRecord[]> {
  await ctx.settle();
  const isCursor = typeof from === 'string';
  const after = isCursor
    ? sql`and (a.created_at, a.id) < (${from.slice(0, 24)}::timestamptz, ${from.slice(25)}::uuid)`
    : empty;
  const skipped = isCursor ? empty : sql`offset ${from}::bigint`;
  const rows = await ctx.db.$queryRaw<Row[]>(sql`
    select a.id, a.created_at, a.action, a.target, a.before, a.after, a.ip, a.user_agent, a.imported_at, a.actor_id,
           shown_name(actor.name, actor.namesake) as actor_name, actor.picture as actor_pic, coalesce(m.id, p.id, c.id) as target_id,
           coalesce(m.name, p.key || ' ' || p.name, c.name) as target_name
      from (select * from audit a where true ${where} ${after} order by a.created_at desc, a.id desc limit ${limit}::int ${skipped}) a
      cross join lateral (select case when a.target ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then a.target::uuid end as id) t
      left join member actor on actor.id = a.actor_id
      left join member m on m.id = t.id
      left join project p on p.id = t.id
      left join category c on c.id = t.id
     order by a.created_at desc, a.id desc`);
  const names = await namesIn(ctx, rows);
  const formats = formatsFor(ctx.actor);
  return rows.map((row) => recordOf(row, names, formats));
}

async function namesIn({ db }: Ctx, rows: Row[]): Promise<Map<string, string>> {
  const ids = [
    ...new Set(rows.flatMap(({ before, after }) => JSON.stringify([before, after]).match(ID)?.slice(0, 400) ?? [])),
  ];
  if (!ids.length) return new Map();
  const found = await db.$queryRaw<{ id: string; name: string }[]>`
    select id, name from member where id = any(${ids}::uuid[])
    union all select id, key || ' ' || name from project where id = any(${ids}::uuid[])`;
  return new Map(found.map(({ id, name }) => [id, name]));
}
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function recordOf(row: Row, names: Map<string, string>, formats: Formats): AuditRecord {
  const named = (fields: Row['before']): Row['before'] =>
    fields &&
    JSON.parse(JSON.stringify(fields), (_, value) => (typeof value === 'string' && names.get(value)) || value);
  const { target } = row;
  const [before, after] = [named(row.before), named(row.after)];
  const targetName = row.target_name ?? target;
  const told = auditInWords(
    { action: row.action, before, after },
    { actor: row.actor_name, target: targetName },
    formats,
  );
  return {
    _id: row.id,
    created_at: row.created_at.toISOString(),
    action: told.action,
    action_label: told.label,
    says: told.says,
    actor: row.actor_id === null ? null : { _id: row.actor_id, name: row.actor_name ?? 'Somebody', pic: row.actor_pic },
    target: targetName === null ? null : { _id: row.target_id, name: targetName },
    before,
    after,
    ip: row.ip,
    user_agent: row.user_agent,
    imported_at: row.imported_at?.toISOString() ?? null,
    device: row.user_agent && deviceInWords(row.user_agent),
  };
}

/** A text becomes the ids it names: row security allows no index for comparing text within lines. */
export async function conditionsOf(ctx: Ctx, { q, member_id, group, from, to }: AuditFilters): Promise<Sql> {
  const zone = ctx.actor.timeZone;
  const parts: Sql[] = [];
  if (from) parts.push(sql`a.created_at >= (${from}::date)::timestamp at time zone ${zone}`);
  if (to) parts.push(sql`a.created_at < (${to}::date + 1)::timestamp at time zone ${zone}`);
  if (group)
    parts.push(sql`a.action = any(${kindsWhere(({ audit }) => audit?.group === group).flatMap(namesOf)}::text[])`);
  if (member_id) parts.push(await aboutMember(ctx, member_id));
  if (q) parts.push(await aboutText(ctx, q));
  return parts.length ? sql`and ${join(parts, ' and ')}` : empty;
}

async function aboutMember({ db }: Ctx, id: string): Promise<Sql> {
  const member = await db.member.findUnique({ where: { id }, select: { email: true } });
  const targets = [id, ...(member ? [member.email.toLowerCase()] : [])];
  return sql`(a.actor_id = ${id}::uuid or a.target = any(${targets}::text[]))`;
}

async function aboutText({ db }: Ctx, q: string): Promise<Sql> {
  const like = contains(q);
  const named = await db.$queryRaw<{ kind: string; word: string }[]>`
    select 'member' as kind, id::text as word from member where fold(name) like ${like} or fold(email) like ${like}
    union all select 'target', email from member where fold(name) like ${like} or fold(email) like ${like}
    union all select 'target', id::text from project where fold(name) like ${like} or fold(key) like ${like}
    union all select 'target', id::text from category where fold(name) like ${like}
    union all (select 'target', email from invitation where fold(email) like ${like} limit 500)
    limit 2000`;
  const members = named.filter(({ kind }) => kind === 'member').map(({ word }) => word);
  const targets = [...new Set([...named.map(({ word }) => word), q.toLowerCase()])];
  const fits = textFilter(q);
  const isWanted = (kind: EventKind) =>
    fits(definitionOf(kind).audit?.label ?? '') || namesOf(kind).includes(q.toLowerCase());
  const actions = kindsWhere(({ audit }) => audit !== undefined)
    .filter(isWanted)
    .flatMap(namesOf);
  const parts = [sql`a.target = any(${targets}::text[])`, sql`a.ip = ${q}`];
  if (members.length) parts.push(sql`a.actor_id = any(${members}::uuid[])`);
  if (actions.length) parts.push(sql`a.action = any(${actions}::text[])`);
  return sql`(${join(parts, ' or ')})`;
}

export const changesAsText = ({ before, after }: AuditRecord): string =>
  changesInWords(before, after)
    .map(({ field, from, to }) => `${field}: ${[from, to].filter((one) => one !== null).join(' → ')}`)
    .join('; ');

export async function peopleOfAudit({ db, actor }: Ctx): Promise<{ _id: string; name: string }[]> {
  allow(mayEver(actor, 'audit.view'), 'Your role cannot read the audit log.');
  return db.$queryRaw<{ _id: string; name: string }[]>`
    select id as _id, name from member order by lower(name), id limit 2000`;
}
