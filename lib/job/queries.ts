import 'server-only';
import type { Door, FileAnswer, Page } from '@/lib/contract/endpoint';
import { allow, DomainError, notFound } from '@/lib/errors';
import { canSeeJobs } from '@/lib/job/policy';
import { archiveBody } from '@/lib/job/queries.archive';
import type { JobRecord, JobReference, ListJobs } from '@/lib/job/schema';
import { isUnderWay, type JobState } from '@/lib/job/vocabulary';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { mayEver } from '@/lib/permission/policy';
import type { Action } from '@/lib/permission/schema';
import { RESULT_HOURS } from '@/lib/queue/jobs';
import { sql } from '@/lib/sql';

type Row = {
  id: string;
  kind: string;
  name: string | null;
  state: JobState;
  done: number;
  total: number;
  last_error: string | null;
  created_at: Date;
  finished_at: Date | null;
  until: Date | null;
};

const visible = (id: string | null, kind: string | null) => sql`
  select j.id, j.kind, j.about ->> 'name' as name, j.state, j.done, j.total, j.last_error, j.created_at, j.finished_at,
         case when j.state = 'done' and (exists (select from job_part p where p.org_id = j.org_id and p.job_id = j.id)
                 or exists (select from archive_piece p where p.org_id = j.org_id and p.job_id = j.id))
           then j.finished_at + make_interval(hours => ${RESULT_HOURS}::int) end as until
    from job j where j.member_id is not null and j.kind not in ('mail', 'notification.send') and (${id}::uuid is null or j.id = ${id}::uuid)
     and (${kind}::text is null or j.kind = ${kind}::text)`;

/** Newest first: the caller's own, and for those who look after the organisation what is shared with them. */
export async function listJobs(ctx: Ctx, input: ListJobs): Promise<Page<JobRecord>> {
  allow(canSeeJobs(ctx.actor));
  return paginate(
    ctx.db,
    input,
    { found: visible(null, input.kind ?? null), order: sql`created_at desc, id` },
    recordOf,
  );
}

/** `not_found` if the caller may not see it. */
export async function getJob(ctx: Ctx, { id }: JobReference): Promise<JobRecord> {
  allow(canSeeJobs(ctx.actor));
  const [row] = await ctx.db.$queryRaw<Row[]>(visible(id, null));
  if (!row) throw notFound('The job');
  return recordOf(row);
}

const recordOf = (row: Row): JobRecord => ({
  _id: row.id,
  kind: row.kind,
  name: row.name,
  state: row.state,
  progress: { done: row.done, total: row.total },
  problem: row.last_error,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  available_until: row.until?.toISOString() ?? null,
  // What was imported would stay: an import takes itself back where it cannot be whole.
  can: { cancel: isUnderWay(row.state) && row.kind !== 'organisation.import' },
});

/** The file that a job made, a piece at a time. `conflict` while it is made, `gone` when its time is over. */
export async function getJobFile(door: Door, { id }: JobReference): Promise<FileAnswer> {
  const job = await door(async (ctx) => {
    const job = await getJob(ctx, { id });
    const [needs] = await ctx.db.$queryRaw<{ right: Action | null }[]>`
      select about ->> 'needs' as right from job where id = ${id}::uuid`;
    allow(!needs?.right || mayEver(ctx.actor, needs.right));
    return job;
  });
  if (isUnderWay(job.state)) throw new DomainError('conflict', 'This file is still being prepared.');
  if (!job.available_until || job.available_until < new Date().toISOString())
    throw new DomainError('gone', 'This file is no longer available. Prepare it again.');
  const name = job.name ?? 'file.json';
  const archive = await archiveBody(door, id);
  if (archive) return { name, type: 'application/zip', body: archive };
  let number = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const at = number++;
      const part = await door(({ db }) =>
        db.jobPart.findFirst({ where: { jobId: id, number: at }, select: { text: true } }),
      );
      if (part) stream.enqueue(new TextEncoder().encode(part.text));
      else stream.close();
    },
  });
  return { name, type: name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8', body };
}
