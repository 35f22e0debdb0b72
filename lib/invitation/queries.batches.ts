import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { allow } from '@/lib/errors';
import { canImport } from '@/lib/invitation/policy';
import { batchOf } from '@/lib/invitation/queries';
import type { InvitationBatchSummary, ListInvitationBatches } from '@/lib/invitation/schema';
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
