import 'server-only';
import type { Progress } from '@/lib/contract/job';
import type { JobKind, JobPayload } from '@/lib/delivery/registry';
import type { Reader } from '@/lib/formats';
import type { JobState } from '@/lib/job/vocabulary';
import type { LateMail, OpenedMail } from '@/lib/mail/queue';
import type { MailBrand } from '@/lib/mail/templates/layout';
import { deliversHere, type Lane, NOW, noteAwaited } from '@/lib/outbox';
import { seal } from '@/lib/seal';
import { type Db, sql } from '@/lib/sql';
import { newId } from '@/lib/validation';
import type { Prisma } from '@/prisma/client/client';

/** The only writer of `job` and `job_part`. */

type Added = { id?: string; orgId?: string; about?: Prisma.InputJsonObject; shared?: true; total?: number };
/** `orgId` only as `auth` or `worker`; the database fills it for members. An email runs as nobody, or is read as its reader. */
export type NewJob = Added &
  (
    | { kind: 'mail'; lane: Lane; memberId?: string; payload: OpenedMail | LateMail }
    | { [K in JobKind]: { kind: K; lane: 'work'; memberId: string; payload: JobPayload<K> } }[JobKind]
  );

/** Queues jobs in one statement; they run after commit. Returns their ids, in order. */
export async function addJobs(db: Db, jobs: readonly NewJob[]): Promise<string[]> {
  if (!jobs.length) return [];
  noteAwaited(
    db,
    jobs.map(({ lane }) => lane),
  );
  const data = jobs.map(({ payload, ...job }) => ({ ...job, id: job.id ?? newId(), sealed: seal(payload) }));
  // createMany returns nothing: those who queue may not read what they queued.
  await db.job.createMany({ data });
  return data.map(({ id }) => id);
}

// A slow mail server must not get the same email twice; a piece of other work is short.
const LEASE_SECONDS: Record<Lane, number> = { live: 0, mail: 180, bulk: 180, work: 60 };

export type ClaimedJob = Progress & {
  id: string;
  org_id: string | null;
  lane: Lane;
  kind: string;
  sealed: string;
  attempts: number;
  cursor: unknown;
  cancel_asked: boolean;
  /** Of an email: the organisation's logo and the reader's date format. */
  brand: MailBrand | null;
  reader: Reader | null;
};

/** Whose jobs they are, as the index has it; an order that does not name it too is sorted anew. */
const OWNER = sql`coalesce(org_id, '00000000-0000-0000-0000-000000000000'::uuid)`;
const OPEN = sql`state in ('waiting', 'running')`;

/** Organisations take turns. What a process had that was killed is free when its lease ends. A deleted one's jobs wait. */
export const claimJobs = (db: Db, lanes: readonly Lane[], most: number): Promise<ClaimedJob[]> =>
  db.$queryRaw`
    with recursive owners as (
      select lane, (select ${OWNER} from job j where j.lane = l.lane and ${OPEN} order by 1 limit 1) as owner
        from unnest(${lanes}::text[]) as l(lane)
      union all
      select lane, (select ${OWNER} from job j where j.lane = o.lane and ${OPEN} and ${OWNER} > o.owner order by 1 limit 1)
        from owners o where owner is not null),
    due as (
      select oldest.id, run_at, row_number() over (partition by owner order by run_at, oldest.id) as turn
        from owners o left join organisation g on g.id = o.owner cross join lateral (
          select id, run_at from job j where j.lane = o.lane and ${OWNER} = o.owner and ${OPEN} and run_at <= ${NOW}
             and (g.deleted_at is null or j.created_at >= g.deleted_at)
           order by lane, ${OWNER}, run_at, id limit ${most}) oldest
       where owner is not null)
    update job set state = 'running', attempts = attempts + 1, last_error = null,
           run_at = now() + make_interval(secs => ${Math.max(...lanes.map((lane) => LEASE_SECONDS[lane]))})
     where id in (select id from job where ${OPEN} and run_at <= ${NOW}
                     and id in (select id from due order by turn, run_at, id limit ${most}) for update skip locked)
    returning id, org_id, lane, kind, sealed, attempts, done, total, cursor, cancel_asked,
      case when kind = 'mail' then (select json_build_object('name', o.name, 'logo', o.logo) from organisation o
        where o.id = job.org_id and o.logo is not null and o.deleted_at is null) end as brand,
      case when kind = 'mail' then mail_reader(about ->> 'to') end as reader`;

type Held = Pick<ClaimedJob, 'id' | 'attempts'>;

/** An email says nothing of itself any more. */
export const markDone = (db: Db, { id, attempts }: Held) =>
  db.$executeRaw`update job set state = 'done', finished_at = now(), sealed = '', last_error = null,
      about = case when kind = 'mail' then '{}' else about end
    where id = ${id}::uuid and state = 'running' and attempts = ${attempts}`;

export const markEnded = (db: Db, { id, attempts }: Held, state: 'failed' | 'cancelled', failure: string | null) =>
  db.job.updateMany({
    where: { id, state: 'running', attempts },
    data: { state, finishedAt: new Date(), lastError: failure },
  });

/** After 1, 2, 4 … 60 seconds it is tried again, for so long. */
export const markFailed = (db: Db, { id, attempts }: Held, failure: string, most: '3 days' | '1 hour' = '3 days') =>
  db.$executeRaw`update job set last_error = ${failure},
      state = case when created_at < now() - ${most}::interval then 'failed' else 'waiting' end,
      finished_at = case when created_at < now() - ${most}::interval then now() end,
      run_at = now() + make_interval(secs => least(60, power(2, least(attempts, 7) - 1)))
    where id = ${id}::uuid and state = 'running' and attempts = ${attempts}`;

/** The time of this process is over: another goes on at once. */
export const release = (db: Db, { id, attempts }: Held) =>
  db.$executeRaw`update job set state = 'waiting', run_at = now()
    where id = ${id}::uuid and state = 'running' and attempts = ${attempts}`;

/** As the member, in the transaction of the piece. False: cancelled, or another process has it. */
export async function saveProgress(
  db: Db,
  { id, attempts }: Held,
  { done, total }: Progress,
  cursor: unknown,
): Promise<boolean> {
  const saved = await db.$executeRaw`update job set done = ${done}, total = ${total},
      cursor = ${JSON.stringify(cursor ?? null)}::jsonb, run_at = now() + make_interval(secs => ${LEASE_SECONDS.work})
    where id = ${id}::uuid and state = 'running' and attempts = ${attempts} and not cancel_asked`;
  return saved === 1;
}

export const addPart = async (db: Db, jobId: string, text: string): Promise<void> => {
  await db.$executeRaw`insert into job_part (job_id, number, text)
    select ${jobId}::uuid, count(*)::int, ${text} from job_part where job_id = ${jobId}::uuid`;
};

/** Ends one that waits, and one that runs after the piece under way. False: it is over, or not for this caller. */
export async function askToCancel(db: Db, id: string): Promise<boolean> {
  const asked = await db.$executeRaw`update job set cancel_asked = true,
      state = case when state = 'waiting' then 'cancelled' else state end,
      finished_at = case when state = 'waiting' then now() end
    where id = ${id}::uuid and state in ('waiting', 'running') and kind <> 'mail'`;
  return asked === 1;
}

const held = globalThis as { guildhallJobEnds?: Map<string, () => void> };
const ends = () => (held.guildhallJobEnds ??= new Map());

/** To whoever waits in this process. */
export const noteEnd = (id: string): void => ends().get(id)?.();

/** Resolves when the job ends in this process, at once where it cannot, or after `ms`: it may go on, here or elsewhere. */
export async function whenEnded(id: string, ms: number): Promise<void> {
  if (!deliversHere()) return;
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, ms);
    ends().set(id, () => {
      clearTimeout(late);
      resolve();
    });
  });
  ends().delete(id);
}

/** Retries failed emails of the caller's organisation now, all or `only` one; returns how many. */
export async function retryMails(db: Db, only?: string): Promise<number> {
  const { count } = await db.job.updateMany({
    where: { kind: 'mail', state: { in: ['waiting', 'failed'] }, lastError: { not: null }, ...(only && { id: only }) },
    data: { state: 'waiting' satisfies JobState, runAt: new Date(), finishedAt: null },
  });
  return count;
}

/** A file that a job made can be fetched for as long. */
export const RESULT_HOURS = 24;

/** Emails that left go after a day, files after as long as they can be fetched, the rest after a month. */
export async function forgetJobs(db: Db): Promise<void> {
  await db.$executeRaw`delete from job_part p using job j where j.org_id = p.org_id and j.id = p.job_id
    and j.finished_at < now() - make_interval(hours => ${RESULT_HOURS}::int)`;
  await db.$executeRaw`update job set sealed = '' where state in ('failed', 'cancelled') and sealed <> '' and kind <> 'mail'`;
  await db.$executeRaw`delete from job where state <> 'failed' and finished_at < now() - interval '1 day' and kind = 'mail'`;
  await db.$executeRaw`delete from job where kind <> 'mail' and finished_at < now() - interval '30 days'`;
}
