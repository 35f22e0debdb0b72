import 'server-only';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { addJobs } from '@/lib/queue/jobs';
import type { RecurrenceRecord } from '@/lib/recurrence/schema';
import { type Mode, parseRule, ruleWords } from '@/lib/rrule/vocabulary';
import { type Sql, sql } from '@/lib/sql';
import { type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import { raiseTasks } from '@/lib/task/queries.write';
import { withWorker } from '@/lib/worker';

/** The only writer of `task_recurrence`. Days are `YYYY-MM-DD`. */

export type Recurrence = {
  id: string;
  task_id: string;
  project_id: string;
  series_id: string;
  number: number;
  rule: string;
  mode: Mode;
  time_zone: string;
  starts_on: string;
  day: string;
  next_on: string | null;
  skipped: number;
  due: boolean;
  made: boolean;
  created_by_id: string;
  version: number;
  /** In its time zone. */
  today: string;
};

const day = (column: Sql) => sql`to_char(${column}, 'YYYY-MM-DD')`;

/** Locks it until the transaction ends. `not_found` if the caller does not see it, or it was followed by another. */
export async function lockRecurrence({ db }: Ctx, id: string): Promise<Recurrence> {
  const [row] = await db.$queryRaw<Recurrence[]>`
    select r.id, r.task_id, r.project_id, r.series_id, r.number, r.rule, r.mode, r.time_zone, ${day(sql`r.starts_on`)} as starts_on,
           ${day(sql`r.day`)} as day, ${day(sql`r.next_on`)} as next_on, r.skipped, coalesce(r.due_at <= now(), false) as due,
           r.made_at is not null as made, r.created_by_id, r.version, ${day(sql`now() at time zone r.time_zone`)} as today
      from task_recurrence r where r.id = ${id}::uuid for update`;
  if (!row || row.made) throw notFound('The repetition');
  return row;
}

/** How the task is, or was, repeated. `followed`: another of its series repeats, or did. */
export async function recurrenceOf({ db }: Ctx, taskId: string) {
  type Known = Pick<Recurrence, 'id' | 'made' | 'rule' | 'mode' | 'version' | 'next_on'> & { followed: boolean };
  const [row] = await db.$queryRaw<Known[]>`
    select r.id, r.made_at is not null as made, r.rule, r.mode, r.version, ${day(sql`r.next_on`)} as next_on,
           exists (select from task_recurrence n where n.org_id = r.org_id and n.series_id = r.series_id and n.number > r.number) as followed
      from task_recurrence r where r.task_id = ${taskId}::uuid`;
  return row ?? null;
}

export const todayIn = async ({ db }: Ctx, zone: string): Promise<string> => {
  const [row] = await db.$queryRaw<{ today: string }[]>`select ${day(sql`now() at time zone ${zone}`)} as today`;
  return row?.today ?? '';
};

type Kept = Omit<Recurrence, 'due' | 'made' | 'today'> & { audience: string };
/** `makeOn`: the day at whose beginning the next is made; null: once this one is completed. */
type When = { makeOn: string | null };

const dueAt = ({ time_zone }: { time_zone: string }, makeOn: string | null) =>
  sql`(${makeOn}::date)::timestamp at time zone ${time_zone}`;

/** `completed`: it is, so the next one is due. */
export async function insertRecurrence({ db }: Ctx, it: Kept, { makeOn, completed }: When & { completed: boolean }) {
  await db.$executeRaw`
  insert into task_recurrence (id, task_id, project_id, audience, series_id, number, rule, mode, time_zone, starts_on, day,
                               next_on, skipped, due_at, created_by_id)
  values (${it.id}::uuid, ${it.task_id}::uuid, ${it.project_id}::uuid, ${it.audience}, ${it.series_id}::uuid, ${it.number}::int,
          ${it.rule}, ${it.mode}, ${it.time_zone}, ${it.starts_on}::date, ${it.day}::date, ${it.next_on}::date, 0,
          ${completed ? sql`now()` : dueAt(it, makeOn)}, ${it.created_by_id}::uuid)`;
}

type Change = When & Pick<Recurrence, 'id' | 'rule' | 'mode' | 'time_zone' | 'next_on' | 'skipped' | 'created_by_id'>;

/** One that is due because its task was completed stays so. */
export async function updateRecurrence({ db }: Ctx, it: Change): Promise<void> {
  await db.$executeRaw`
    update task_recurrence r set rule = ${it.rule}, mode = ${it.mode}, next_on = ${it.next_on}::date, skipped = ${it.skipped}::int,
           created_by_id = ${it.created_by_id}::uuid, version = version + 1,
           due_at = case when ${it.mode} = 'schedule' then ${dueAt(it, it.makeOn)}
             when ${it.next_on}::date is not null then (select now() from task t where t.org_id = r.org_id and t.id = r.task_id and t.status = 4) end
     where r.id = ${it.id}::uuid`;
}

/** The next one was made, or there is none. */
export async function closeRecurrence({ db }: Ctx, id: string, made: boolean): Promise<void> {
  await db.$executeRaw`
  update task_recurrence set due_at = null, next_on = case when ${made}::boolean then next_on end,
         made_at = case when ${made}::boolean then now() end where id = ${id}::uuid`;
}

export const removeRecurrence = async ({ db }: Ctx, id: string): Promise<void> => {
  await db.taskRecurrence.deleteMany({ where: { id } });
};

export const recordOf = (row: Omit<Recurrence, 'today'>, stopped = false): RecurrenceRecord => {
  const rule = parseRule(row.rule);
  return {
    _id: row.id,
    task_id: row.task_id,
    rule: row.rule,
    words: rule ? ruleWords(rule, row.starts_on) : row.rule,
    mode: row.mode,
    starts_on: row.starts_on,
    next_on: row.next_on,
    number: row.number,
    version: row.version,
    stopped,
  };
};

const MOST = 100;

/** Queues a job for each task that is to be made now; each once an hour at most. */
export const queueDueRecurrences = (): Promise<void> =>
  withWorker(async (db) => {
    const due = await db.$queryRaw<{ id: string; org_id: string; member_id: string }[]>`
      select id, org_id, member_id from claim_recurrences(${MOST}::int)`;
    await addJobs(
      db,
      due.map(({ id, org_id, member_id }) => ({
        ...{ kind: 'task.recur' as const, lane: 'work' as const, orgId: org_id, memberId: member_id },
        payload: { recurrence_id: id },
      })),
    );
  });

/** `not_found` for one that is not here, or in the bin. */
export async function repeatedTask(ctx: Ctx, reference: string): Promise<TaskFacts> {
  const task = await taskFacts(ctx, reference);
  if (task.deleted) throw notFound('The task');
  return task;
}

/** Whose repetition it is. */
export async function taskOfRecurrence(ctx: Ctx, id: string): Promise<TaskFacts> {
  const known = await ctx.db.taskRecurrence.findFirst({ where: { id }, select: { taskId: true } });
  if (!known) throw notFound('The repetition');
  return repeatedTask(ctx, known.taskId);
}

/** Open pages read the task again. */
export async function raised(ctx: Ctx, task: TaskFacts): Promise<TaskFacts> {
  const [now] = await raiseTasks(ctx, [task.id]);
  return { ...task, version: now?.version ?? task.version };
}
