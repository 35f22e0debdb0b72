import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { allow } from '@/lib/errors';
import { canImport } from '@/lib/invitation/policy';
import type { InvitationBatchSummary, ListInvitationBatches } from '@/lib/invitation/schema';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { sql } from '@/lib/sql';

type Row = Omit<InvitationBatchSummary, '_id' | 'created_at' | 'finished_at' | 'finished' | 'created_by'> & {
  id: string;
  created_at: Date;
  finished_at: Date | null;
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
           s.finished_at, s.created_by_id as by_id, shown_name(m.name, m.namesake) as by_name, m.picture as by_pic,
           (select count(*)::int from invitation i where i.batch_id = s.id) as invited,
           (select count(distinct e ->> 'row')::int from jsonb_array_elements(s.errors) e) as bad`,
    joins: sql`left join member m on m.id = s.created_by_id`,
  };
  return paginate(ctx.db, range, list, ({ id, created_at, finished_at, by_id, by_name, by_pic, ...row }: Row) => ({
    _id: id,
    ...row,
    finished: finished_at !== null,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    created_by: { _id: by_id, name: by_name ?? 'Somebody', pic: by_pic },
  }));
}
