import 'server-only';
import type { FileAnswer, Page } from '@/lib/contract/endpoint';
import { csvText } from '@/lib/csv';
import { allow } from '@/lib/errors';
import { canImport } from '@/lib/invitation/policy';
import { batchOf, getInvitationBatch } from '@/lib/invitation/queries';
import type {
  InvitationBatchRecord,
  InvitationBatchSummary,
  InvitationReference,
  ListInvitationBatches,
} from '@/lib/invitation/schema';
import { isUnderWay } from '@/lib/job/vocabulary';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { sql } from '@/lib/sql';

type Row = Parameters<typeof batchOf>[0] & {
  bad: number;
  by_id: string;
  by_name: string | null;
  by_pic: string | null;
};

/** Newest first. Invited people are counted, so that it is right after a crash too. */
export async function listInvitationBatches(
  ctx: Ctx,
  range: ListInvitationBatches,
): Promise<Page<InvitationBatchSummary>> {
  allow(canImport(ctx.actor), 'Your role cannot invite people by file.');
  const list = {
    found: sql`select * from invitation_batch`,
    order: sql`created_at desc, id desc`,
    columns: sql`s.id, s.file_name, s.total, s.skipped, s.created_at,
           s.finished_at, j.state, j.last_error, j.done, j.total as to_do, s.created_by_id as by_id, shown_name(m.name, m.namesake) as by_name, m.picture as by_pic,
           (select count(*)::int from invitation i where i.batch_id = s.id) as invited,
           (select count(distinct e ->> 'row')::int from jsonb_array_elements(s.errors) e) as bad`,
    joins: sql`left join member m on m.id = s.created_by_id left join job j on j.id = s.id`,
  };
  return paginate(ctx.db, range, list, (row: Row) => ({
    ...batchOf(row),
    bad: row.bad,
    created_by: { _id: row.by_id, name: row.by_name ?? 'Somebody', pic: row.by_pic },
  }));
}

/** What became of each line, in the file's order, as CSV. Of an upload from before lines were kept, who was invited by number. */
export async function getInvitationBatchFile(ctx: Ctx, { id }: InvitationReference): Promise<FileAnswer> {
  allow(canImport(ctx.actor), 'Your role cannot invite people.');
  const batch = await getInvitationBatch(ctx, { id });
  const good = await ctx.db.$queryRaw<{ row: number; email: string; invited: boolean }[]>`
    select (g ->> 0)::int as row, g ->> 1 as email, i.id is not null as invited
      from invitation_batch b cross join jsonb_array_elements(b.good) g
      left join invitation i on i.batch_id = b.id and i.email = g ->> 1 where b.id = ${id}::uuid`;
  const told = new Set(batch.skipped_rows.map(({ row }) => row));
  const lines = [
    ...batch.errors.map(({ row, column, value, message }) => [row, column, value, 'error', message] as const),
    ...batch.skipped_rows.map(({ row, column, value, message }) => [row, column, value, 'left out', message] as const),
    ...good
      .filter(({ row }) => !told.has(row))
      .map(({ row, email, invited }) =>
        invited
          ? ([row, 'email', email, 'invited', ''] as const)
          : ([row, 'email', email, 'not invited', whyNot(batch)] as const),
      ),
  ].sort((a, b) => a[0] - b[0]);
  const heading = ['row', 'column', 'value', 'outcome', 'reason'];
  const number = good.length ? [] : [['', '', batch.file_name, 'invited', batch.invited]];
  return {
    name: 'invitations-result.csv',
    type: 'text/csv; charset=utf-8',
    body: csvText([heading, ...lines, ...number]),
  };
}

function whyNot({ state, problem }: InvitationBatchRecord): string {
  if (isUnderWay(state)) return 'The import is still running.';
  return state === 'cancelled' ? 'The import was cancelled.' : (problem ?? 'The import was not finished.');
}
