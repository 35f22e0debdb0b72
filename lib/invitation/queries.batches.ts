import 'server-only';
import type { Page } from '@/lib/api/endpoint';
import { allow } from '@/lib/errors';
import { canImport } from '@/lib/invitation/policy';
import type { InvitationBatchSummary, ListInvitationBatches } from '@/lib/invitation/schema';
import type { Ctx } from '@/lib/org';

type Row = Omit<InvitationBatchSummary, '_id' | 'created_at' | 'finished_at' | 'finished' | 'created_by'> & {
  id: string;
  created_at: Date;
  finished_at: Date | null;
  by_id: string;
  by_name: string | null;
  by_pic: string | null;
  all_of_them: number;
};

/** The history of uploads, newest first. What was invited is counted, so that it is true after a crash too. */
export async function listInvitationBatches(
  ctx: Ctx,
  { page, limit }: ListInvitationBatches,
): Promise<Page<InvitationBatchSummary>> {
  allow(canImport(ctx.actor), 'Your role does not invite by file.');
  const rows = await ctx.db.$queryRaw<Row[]>`
    with shown as (select * from invitation_batch order by created_at desc, id desc
                    limit ${limit}::int offset ${(page - 1) * limit}::bigint)
    select (select count(*)::int from invitation_batch) as all_of_them, b.id, b.file_name, b.total, b.skipped, b.created_at,
           b.finished_at, b.created_by_id as by_id, m.name as by_name, m.picture as by_pic,
           (select count(*)::int from invitation i where i.batch_id = b.id) as invited,
           (select count(distinct e ->> 'row')::int from jsonb_array_elements(b.errors) e) as bad
      from (values (1)) as one(row) left join shown b on true left join member m on m.id = b.created_by_id
     order by b.created_at desc, b.id desc`;
  const docs = rows
    .filter(({ id }) => id !== null)
    .map(({ id, created_at, finished_at, by_id, by_name, by_pic, all_of_them: _all, ...row }) => ({
      _id: id,
      ...row,
      finished: finished_at !== null,
      created_at: created_at.toISOString(),
      finished_at: finished_at?.toISOString() ?? null,
      created_by: { _id: by_id, name: by_name ?? 'Somebody', pic: by_pic },
    }));
  return { docs, total: rows[0]?.all_of_them ?? 0, page, limit };
}
