import 'server-only';
import { isOpen } from '@/lib/archived';
import type { Page } from '@/lib/contract/endpoint';
import { allow } from '@/lib/errors';
import { canPickPeople, seesEverybody, seesRoles } from '@/lib/member/policy';
import type {
  CurrentMember,
  ListByRole,
  ListedPerson,
  ListMembers,
  ListPickable,
  MemberRecord,
} from '@/lib/member/schema';
import { APPROVAL_LABEL, shownName } from '@/lib/member/vocabulary';
import { unreadRows } from '@/lib/notification/queries.current';
import type { Ctx } from '@/lib/org';
import { logoPath } from '@/lib/organisation/vocabulary';
import { paginate } from '@/lib/paging';
import { type Action, PERMISSIONS, ROLE_LABEL, ROLES, type Role, scopeOf } from '@/lib/permission/schema';
import type { PersonBadge } from '@/lib/person/schema';
import { findProject } from '@/lib/project/queries.people';
import { sql } from '@/lib/sql';
import { contains } from '@/lib/validation';

/** By name, by default approved ones; rulings 11 say who is seen. Emails are searched only for roles that see them. */
export async function listMembers(ctx: Ctx, input: ListMembers): Promise<Page<ListedPerson>> {
  return asSeen(ctx, await listMembersInFull(ctx, input));
}

/** For the Users screen, whose roles see whole records. */
export async function listMembersInFull(ctx: Ctx, input: ListMembers): Promise<Page<MemberRecord>> {
  const everybody = seesEverybody(ctx.actor);
  return findMembers(ctx, {
    ...input,
    approvals: everybody && input.approval_status?.length ? input.approval_status : [1],
    deactivated: everybody && input.deactivated === true,
    none: input.approval_status !== undefined && !input.approval_status.includes(1),
  });
}

/** Every member in any state; users and clients get those they may know. */
export async function listEverybody(ctx: Ctx, input: ListByRole): Promise<Page<ListedPerson>> {
  const everybody = seesEverybody(ctx.actor);
  const wanted = { ...input, approvals: everybody ? [0, 1, 2] : [1], deactivated: everybody ? null : false };
  return asSeen(ctx, await findMembers(ctx, wanted));
}

export const listWithRole =
  (...role: Role[]) =>
  async (ctx: Ctx, input: ListByRole): Promise<Page<ListedPerson>> =>
    asSeen(ctx, await findMembers(ctx, { ...input, role, approvals: [1], deactivated: false }));

/** Rulings 11: clients see only names and pictures. */
const asSeen = ({ actor }: Ctx, { docs, ...page }: Page<MemberRecord>): Page<ListedPerson> => ({
  ...page,
  docs: docs.map((doc) =>
    actor.role === 'client' && doc._id !== actor.memberId ? { _id: doc._id, name: doc.name, pic: doc.pic } : doc,
  ),
});

type Wanted = {
  q?: string;
  ids?: string[];
  role?: Role[];
  approvals: number[];
  /** Null: both. */
  deactivated: boolean | null;
  not_entered?: boolean;
  sort?: ListMembers['sort'];
  /** Set where the caller may not know of others' approval. */
  none?: boolean;
  page: number;
  limit: number;
};

async function findMembers(ctx: Ctx, input: Wanted): Promise<Page<MemberRecord>> {
  const { db, actor } = ctx;
  const { approvals, deactivated } = input;
  const everybody = seesEverybody(actor);
  const wantsOthers = input.none ?? false;
  const like = input.q ? contains(input.q) : null;
  const { sort = 'name' } = input;
  const turn = sort.startsWith('-') ? -1 : 1;
  const by = sort.replace('-', '') === 'seen' && !everybody ? 'name' : sort.replace('-', '');
  const found = sql`
      select m.id as _id, m.name, m.namesake, m.email, m.role, m.picture as pic, m.approval, m.created_at, m.last_seen_at,
             m.deactivated_at is not null as deactivated, m.placed_at
        from member m
       where (${deactivated}::boolean is null or (m.deactivated_at is not null) = ${deactivated}::boolean) and m.approval = any(${approvals}::int[])
         and (not ${input.not_entered ?? false}::boolean or m.placed_at is not null)
         and (${everybody}::boolean or (not ${wantsOthers}::boolean and (m.id = ${actor.memberId}::uuid
              or exists (select from project_member pm where pm.org_id = m.org_id and pm.member_id = m.id))))
         and (${input.ids ?? null}::uuid[] is null or m.id = any(${input.ids ?? null}::uuid[]))
         and (${input.role ?? null}::text[] is null or m.role = any(${input.role ?? null}::text[]))
         and (${like}::text is null or fold(m.name) like ${like}::text or (${everybody}::boolean and fold(m.email) like ${like}::text))`;
  const order = sql`case when ${by}::text = 'role' then array_position(${ROLES}::text[], role) * ${turn}::int end,
                           case when ${by}::text = 'seen' then extract(epoch from last_seen_at) * ${turn}::int end nulls last,
                           case when ${by}::text = 'name' and ${turn}::int < 0 then lower(name) end desc,
                           lower(name), _id`;
  return paginate(db, input, { found, order }, (row: MemberRow) => recordFor(ctx, row));
}

export async function getCurrentMember(ctx: Ctx): Promise<CurrentMember> {
  const { db, org, actor } = ctx;
  const [row] = await db.$queryRaw<[MemberRow]>`
    select id as _id, name, email, role, picture as pic, approval, created_at, last_seen_at from member
     where id = ${actor.memberId}::uuid`;
  const actions = Object.keys(PERMISSIONS) as Action[];
  return {
    ...recordFor(ctx, row),
    organisation: { organisation_name: org.name, sub_domain: org.key },
    permissions: Object.fromEntries(actions.map((action) => [action, scopeOf(actor.role, action)])) as Record<
      Action,
      string
    >,
  };
}

/** By name. `assign`: team, admins and sub-admins; `mention`: its clients too. Clients find their contacts. */
export async function listPickable(ctx: Ctx, input: ListPickable): Promise<Page<PersonBadge>> {
  const { db, actor } = ctx;
  const { purpose } = input;
  const project = await findProject(ctx, input.project_id);
  allow(canPickPeople(actor, project.id), 'Your role cannot choose people.');
  const like = input.q ? contains(input.q) : null;
  const isClient = actor.role === 'client';
  const found = sql`
      select m.id as _id, shown_name(m.name, m.namesake) as name, m.picture as pic, m.role
        from member m
       where m.approval = 1 and m.deactivated_at is null and m.role <> 'observer'
         and ((not ${isClient}::boolean and m.role in ('admin', 'subadmin'))
              or exists (select from project_member pm where pm.project_id = ${project.id}::uuid and pm.member_id = m.id))
         and (m.role <> 'client' or (${purpose}::text = 'mention' and not ${isClient}::boolean))
         and (${like}::text is null or fold(m.name) like ${like}::text)`;
  const badgeOf = ({ role, ...badge }: { _id: string; name: string; pic: string | null; role: Role }) => ({
    ...badge,
    ...(seesRoles(actor) && { role }),
  });
  return paginate(db, input, { found, order: sql`lower(name), _id` }, badgeOf);
}

export type Shell = {
  org: { key: string; name: string; tint: string; logo: string | null };
  member: { _id: string; name: string; role: Role; role_label: string; pic: string | null };
  /** The member's timer, if one runs. */
  timer: { task_key: string; task_title: string; started_at: string } | null;
  /** Counted up to 100, shown as 99+. */
  unread: number;
  /** The seven that changed last, without archived ones. */
  projects: { _id: string; key: string; name: string; tint: string; picture: string | null }[];
};

export async function getShell(ctx: Ctx): Promise<Shell> {
  const { db, org, actor } = ctx;
  const [row] = await db.$queryRaw<[Pick<Shell, 'unread' | 'timer' | 'projects'>]>`
    select ${unreadRows(ctx)} as unread,
           (select json_build_object('task_key', p.key || '-' || t.number, 'task_title', t.title, 'started_at', e.started_at)
              from time_entry e join task t on t.org_id = e.org_id and t.id = e.task_id and t.deleted_at is null
              join project p on p.org_id = e.org_id and p.id = e.project_id
             where e.member_id = ${actor.memberId}::uuid and e.ended_at is null) as timer,
           (select coalesce(json_agg(json_build_object('_id', id, 'key', key, 'name', name, 'tint', tint, 'picture', picture) order by updated_at desc), '[]')
              from (select id, key, name, tint, picture, updated_at from project p where ${isOpen}
                     order by updated_at desc, id limit 7) recent) as projects`;
  const { memberId: _id, name, role, picture: pic } = actor;
  return {
    org: { key: org.key, name: org.name, tint: org.tint, logo: logoPath(org.logo) },
    member: { _id, name, role, role_label: ROLE_LABEL[role], pic },
    ...row,
  };
}

export type MemberRow = Omit<
  MemberRecord,
  'email' | 'created_at' | 'last_seen_at' | 'deactivated' | 'not_entered' | 'namesake'
> & {
  deactivated?: boolean;
  email: string;
  /** Number among people with a look-alike name. */
  namesake?: number | null;
  approval: number;
  created_at: Date;
  last_seen_at: Date | null;
  /** When their account was made for them, if nobody has used it yet. */
  placed_at?: Date | null;
};

/** As the caller's role may see it. Without the email, look-alike names get a number. */
export function recordFor({ actor }: Ctx, row: MemberRow): MemberRecord {
  const { _id, name, namesake, email, role, pic, approval, created_at, last_seen_at } = row;
  const everything = seesEverybody(actor) || _id === actor.memberId;
  return {
    _id,
    name: everything ? name : shownName({ name, namesake }),
    ...(everything && { email }),
    role,
    role_label: ROLE_LABEL[role],
    pic,
    approval_status: approval,
    approval_label: APPROVAL_LABEL[approval] ?? '',
    created_at: created_at.toISOString(),
    last_seen_at: everything ? (last_seen_at?.toISOString() ?? null) : null,
    ...(everything && namesake && { namesake }),
    ...(row.deactivated && { deactivated: true as const }),
    ...(row.placed_at && everything && { not_entered: true as const }),
  };
}
