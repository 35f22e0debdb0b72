import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { allow, invalidField, notFound } from '@/lib/errors';
import { canShareItems } from '@/lib/file/policy';
import { fileFacts } from '@/lib/file/queries.record';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { may } from '@/lib/permission/policy';
import type { Role } from '@/lib/permission/schema';
import { canAskSignOff, whyNotAsked } from '@/lib/sign-off/policy';
import { type SignOffRow, signOffColumns, signOffJoins, THERE, toSignOff } from '@/lib/sign-off/queries.record';
import type {
  ListSigners,
  ListSignOffs,
  Mark,
  Signers,
  SignOffDetail,
  SignOffField,
  SignOffRecord,
  SignOffTask,
} from '@/lib/sign-off/schema';
import { type Decision, MOST_CONTENT, type SubjectKind } from '@/lib/sign-off/vocabulary';
import { join, type Sql, sql } from '@/lib/sql';
import { isTask } from '@/lib/task-parts/queries';

export const MAY_NOT_ASK = 'You can only ask for the approval of what you may change.';

/** What a sign-off is about. */
export type Subject = {
  kind: SubjectKind;
  id: string;
  title: string;
  /** Of a task. */
  key?: string;
  projectId: string | null;
  audience: 'internal' | 'client';
  /** Of a task, or the task that a file hangs on. */
  task: { id: string; audience: 'internal' | 'client' } | null;
  leaderId: string | null;
  ownerIds: (string | null)[];
  mayShare: boolean;
};

type Named = { task_id?: string | undefined; file_id?: string | undefined; milestone_id?: string | undefined };

type TaskSubject = {
  id: string;
  key: string;
  title: string;
  projectId: string;
  audience: 'internal' | 'client';
  leaderId: string | null;
  createdById: string | null;
  assigneeIds: string[];
};

async function taskFor({ db }: Ctx, reference: string): Promise<TaskSubject> {
  const [task] = await db.$queryRaw<TaskSubject[]>`
    select t.id, p.key || '-' || t.number as key, t.title, t.project_id as "projectId", t.audience, p.leader_id as "leaderId",
           t.created_by_id as "createdById",
           array(select ta.member_id::text from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id) as "assigneeIds"
      from task t join project p on p.org_id = t.org_id and p.id = t.project_id
     where ${isTask(reference)} and t.deleted_at is null`;
  if (!task) throw notFound('The task');
  return task;
}

type MilestoneSubject = {
  id: string;
  name: string;
  projectId: string;
  audience: 'internal' | 'client';
  leaderId: string | null;
};

async function milestoneFor({ db }: Ctx, id: string): Promise<MilestoneSubject> {
  const [milestone] = await db.$queryRaw<MilestoneSubject[]>`
    select g.id, g.name, g.project_id as "projectId", g.audience, p.leader_id as "leaderId"
      from milestone g join project p on p.org_id = g.org_id and p.id = g.project_id
     where g.id = ${id}::uuid and g.deleted_at is null`;
  if (!milestone) throw notFound('The milestone');
  return milestone;
}

/** `not_found` where the caller does not see it, or it is in the bin; `invalid` for a file that is part of something said. */
export async function subjectFor(ctx: Ctx, { task_id, file_id, milestone_id }: Named): Promise<Subject> {
  if (milestone_id) {
    const { id, name, projectId, audience, leaderId } = await milestoneFor(ctx, milestone_id);
    return {
      ...{ kind: 'milestone', id, title: name, projectId, audience, leaderId, task: null, ownerIds: [] },
      mayShare: may(ctx.actor, 'milestone.edit', { leaderId }),
    };
  }
  if (task_id) {
    const task = await taskFor(ctx, task_id);
    const { id, key, title, projectId, audience, leaderId, createdById, assigneeIds } = task;
    return {
      ...{ kind: 'task', id, key, title, projectId, audience, leaderId, task: { id, audience } },
      ownerIds: [createdById, ...assigneeIds],
      mayShare: may(ctx.actor, 'task.audience', { projectId, createdById, audience }),
    };
  }
  const file = await fileFacts(ctx, file_id ?? '');
  if (file.deleted || file.draft) throw notFound('The file');
  if (file.messageId || file.commentId || file.requestId)
    throw invalidField(
      'file_id',
      'What hangs on a message, comment or request is not sent for approval. Add it to the project’s files, or to a task.',
    );
  const { id, name, projectId, audience, leaderId, ownerId, taskId, taskAudience } = file;
  return {
    ...{ kind: 'file', id, title: name, projectId, audience, leaderId, ownerIds: [ownerId] },
    task: taskId ? { id: taskId, audience: taskAudience === 'client' ? 'client' : 'internal' } : null,
    mayShare: !taskId && canShareItems(ctx.actor, file),
  };
}

/** Until the transaction ends nobody changes what is asked about: what is read next is what is bound. False: it is not the caller's to hold. */
export async function holdSubject({ db }: Ctx, { kind, id }: Pick<Subject, 'kind' | 'id'>): Promise<boolean> {
  const table: Sql = TABLE[kind];
  const rows = await db.$queryRaw<unknown[]>`
    select id from ${table} where id = ${id}::uuid and deleted_at is null for update`;
  if (kind === 'milestone')
    await db.$queryRaw`select id from task where milestone_id = ${id}::uuid and deleted_at is null order by project_id, id for update`;
  return rows.length > 0;
}

const TABLE: Record<SubjectKind, Sql> = { task: sql`task`, file: sql`file`, milestone: sql`milestone` };
const COLUMN: Record<SubjectKind, Sql> = { task: sql`task_id`, file: sql`file_id`, milestone: sql`milestone_id` };

/** As task, file and milestone, of which one is given. */
const idsOf = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): Sql =>
  join(
    (Object.keys(COLUMN) as SubjectKind[]).map((one) => (one === kind ? sql`${id}::uuid` : sql`null::uuid`)),
    ', ',
  );

export async function waitingFor({ db }: Ctx, subject: Pick<Subject, 'kind' | 'id'>): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    select from sign_off s where s.${COLUMN[subject.kind]} = ${subject.id}::uuid and s.state = 'waiting' and s.fallen_at is null limit 1`;
  return rows.length > 0;
}

type New = { id: string; audience: 'internal' | 'client'; by: string; note: string; to: readonly string[] };

/** Binds it to the content of this moment. False: that is more than can be approved at once. */
export async function insertSignOff(
  { db }: Ctx,
  subject: Subject,
  { id, audience, by, note, to }: New,
): Promise<boolean> {
  const made = await db.$executeRaw`
    insert into sign_off (id, task_id, file_id, milestone_id, audience, asked_by_id, note, title, version_number, content, attachments, shown, hash)
    select ${id}::uuid, ${idsOf(subject)}, ${audience}, ${by}::uuid, ${note}, now.title, now.version_number, now.content,
           now.attachments, now.shown, now.hash
      from sign_off_content(app_org_id(), ${idsOf(subject)}, ${audience}) now
     where ${subject.kind !== 'milestone'} or char_length(now.content) <= ${MOST_CONTENT}::int`;
  if (!made) return false;
  await db.signOffPerson.createMany({ data: to.map((memberId) => ({ signOffId: id, memberId })) });
  return true;
}

export const writeDecision = (
  { db }: Ctx,
  id: string,
  memberId: string,
  { decision, reason, marks }: { decision: Decision; reason: string; marks: readonly Mark[] },
) => db.$executeRaw`
  update sign_off_person set decision = ${decision}, reason = ${reason}, marks = ${JSON.stringify(marks)}::jsonb, decided_at = clock_timestamp()
   where sign_off_id = ${id}::uuid and member_id = ${memberId}::uuid`;

export const writeState = ({ db }: Ctx, id: string, state: 'waiting' | 'approved' | 'returned' | 'withdrawn') =>
  db.$executeRaw`
  update sign_off set state = ${state}, closed_at = case when ${state}::text = 'waiting' then null else clock_timestamp() end where id = ${id}::uuid`;

/** Locks it until the transaction ends, so that it cannot fall meanwhile, nor be decided twice. */
export const lockSignOff = ({ db }: Ctx, id: string) =>
  db.$executeRaw`select from sign_off where id = ${id}::uuid for update`;

/** Newest first. `not_found` for a task, file or milestone that the caller does not see. */
export async function listSignOffs(ctx: Ctx, input: ListSignOffs): Promise<Page<SignOffRecord>> {
  const { file_id, milestone_id, project_id, state } = input;
  if (file_id) await fileFacts(ctx, file_id);
  if (milestone_id) await milestoneFor(ctx, milestone_id);
  const where = [
    THERE,
    ...(input.task_id ? [sql`s.task_id = ${(await taskFor(ctx, input.task_id)).id}::uuid`] : []),
    ...(file_id ? [sql`s.file_id = ${file_id}::uuid`] : []),
    ...(milestone_id ? [sql`s.milestone_id = ${milestone_id}::uuid`] : []),
    ...(project_id ? [sql`p.id = ${project_id}::uuid`] : []),
    ...(state?.length ? [sql`sign_off_standing(s) = any(${state}::text[])`] : []),
  ];
  return paginate(
    ctx.db,
    input,
    {
      found: sql`select s.id, s.created_at from sign_off s ${signOffJoins} where ${join(where, ' and ')}`,
      order: sql`created_at desc, id desc`,
      columns: sql`of_row.*`,
      joins: sql`left join lateral (select s.id as wanted) of_page on true
        left join lateral (select ${signOffColumns(ctx)} from sign_off s ${signOffJoins} where s.id = of_page.wanted) of_row on true`,
    },
    (row: SignOffRow) => toSignOff(ctx, row),
  );
}

type HeldFile = SignOffDetail['content']['files'][number] & { task_id?: string };
type HeldRow = SignOffRow & {
  content: string;
  attachments: HeldFile[];
  shown: { fields?: SignOffField[]; tasks?: Pick<SignOffTask, '_id' | 'key' | 'title' | 'fields'>[] };
};

async function rowOf(ctx: Ctx, id: string): Promise<HeldRow> {
  const [row] = await ctx.db.$queryRaw<HeldRow[]>`
    select ${signOffColumns(ctx)}, s.content, s.attachments, s.shown from sign_off s ${signOffJoins} where s.id = ${id}::uuid and ${THERE}`;
  if (!row) throw notFound('The sign-off');
  return row;
}

/** `not_found` where its subject is hidden or in the bin. */
export async function getSignOff(ctx: Ctx, { id }: { id: string }): Promise<SignOffDetail> {
  const row = await rowOf(ctx, id);
  return { ...toSignOff(ctx, row), content: await contentOf(ctx, row) };
}

const fileOf = ({ _id, name, type, sha256, version_number }: HeldFile) => ({ _id, name, type, sha256, version_number });
const NOTHING = { description: null, fields: [], files: [], due_date: null, tasks: [], hashed: null };

async function contentOf(ctx: Ctx, row: HeldRow): Promise<SignOffDetail['content']> {
  const { kind, subject_id, version_number, hash, title, content, attachments, shown } = row;
  if (kind === 'file') {
    const version = version_number ?? 1;
    const type = await typeOf(ctx, subject_id, version);
    return {
      ...NOTHING,
      title,
      files: [{ _id: subject_id, name: title, type, sha256: hash, version_number: version }],
    };
  }
  if (kind === 'task') {
    const { description } = JSON.parse(content) as { description: string };
    return {
      ...NOTHING,
      ...{ title, description, fields: shown.fields ?? [], files: attachments.map(fileOf), hashed: content },
    };
  }
  const held = JSON.parse(content) as { due_date: string | null; tasks: { description: string }[] };
  const all = (shown.tasks ?? []).map((task, at) => ({
    ...task,
    description: held.tasks[at]?.description ?? '',
    files: attachments.filter(({ task_id }) => task_id === task._id).map(fileOf),
  }));
  // What was hidden from clients since is hidden here too.
  const tasks = ctx.actor.role === 'client' ? await seenOf(ctx, all) : all;
  return {
    ...NOTHING,
    ...{ title, due_date: held.due_date, tasks, files: tasks.flatMap(({ files }) => files) },
    hashed: tasks.length === all.length ? content : null,
  };
}

async function seenOf({ db }: Ctx, tasks: SignOffTask[]): Promise<SignOffTask[]> {
  const seen = await db.task.findMany({ where: { id: { in: tasks.map(({ _id }) => _id) } }, select: { id: true } });
  const ids = new Set(seen.map(({ id }) => id));
  return tasks.filter(({ _id }) => ids.has(_id));
}

async function typeOf({ db }: Ctx, fileId: string, versionNumber: number): Promise<string> {
  const version = await db.fileVersion.findFirst({ where: { fileId, versionNumber }, select: { type: true } });
  return version?.type ?? 'application/octet-stream';
}

export async function getSignOffRecord(ctx: Ctx, id: string): Promise<SignOffRecord> {
  return toSignOff(ctx, await rowOf(ctx, id));
}

type Candidate = { _id: string; name: string; pic: string | null; role: Role; active: boolean; member: boolean };

/** Of the people `ids`, or of everybody, how they belong to the project. */
export const candidatesFor = ({ db }: Ctx, projectId: string | null, ids?: readonly string[]): Promise<Candidate[]> =>
  db.$queryRaw<Candidate[]>`
  select m.id as _id, shown_name(m.name, m.namesake) as name, m.picture as pic, m.role, m.approval = 1 and m.deactivated_at is null as active,
         exists (select from project_member pm where pm.org_id = m.org_id and pm.project_id = ${projectId}::uuid and pm.member_id = m.id) as member
    from member m
   where ${ids ? sql`m.id = any(${[...ids]}::uuid[])` : sql`m.role in ('admin', 'subadmin', 'team_leader', 'client')`}
   order by m.role <> 'client', lower(m.name), m.id limit 500`;

/** Whom it can be sent to, clients first; clients also where they do not see it yet. */
export async function listSigners(ctx: Ctx, input: ListSigners): Promise<Signers> {
  const subject = await subjectFor(ctx, input);
  allow(canAskSignOff(ctx.actor, subject), MAY_NOT_ASK);
  const people = await candidatesFor(ctx, subject.projectId);
  const seen = { projectId: subject.projectId, audience: 'client' };
  return {
    visible_to_clients: subject.audience === 'client',
    may_share: subject.audience === 'internal' && subject.mayShare,
    people: people
      .filter((one) => one._id !== ctx.actor.memberId && whyNotAsked(one, seen) === null)
      .map(({ _id, name, pic, role }) => ({ _id, name, pic, role, client: role === 'client' })),
  };
}
