import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { allow, notFound } from '@/lib/errors';
import { canManageInvitation, canSeeInvitations } from '@/lib/invitation/policy';
import type {
  InvitationBatchRecord,
  InvitationRecord,
  InvitationReference,
  ListInvitations,
  RowProblem,
} from '@/lib/invitation/schema';
import { INVITATION_STATE_LABEL, type InvitationState } from '@/lib/invitation/vocabulary';
import { isUnderWay, type JobState } from '@/lib/job/vocabulary';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { ROLE_LABEL, type Role } from '@/lib/permission/schema';
import { sql } from '@/lib/sql';
import { contains } from '@/lib/validation';

const known = sql`
  select i.id, i.email, i.name, i.role, i.project_ids, i.invited_by_id, i.sent_at, i.expires_at,
         case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
              when i.expires_at <= now() then 'expired' else 'open' end as state
    from invitation i`;
/** Of the invitation `s` as it is known. */
const columns = sql`s.*, shown_name(m.name, m.namesake) as inviter, m.picture as inviter_pic,
  (select coalesce(json_agg(json_build_object('_id', p.id, 'key', p.key, 'name', p.name) order by p.key), '[]')
     from project p where p.id = any(s.project_ids)) as projects,
  exists (select from member a where a.email = s.email and a.placed_at is not null and a.deactivated_at is null) as has_account`;
const joins = sql`left join member m on m.id = s.invited_by_id`;

/** Newest first; a team leader sees its own. Tokens are never read. */
export async function listInvitations(ctx: Ctx, input: ListInvitations): Promise<Page<InvitationRecord>> {
  allow(canSeeInvitations(ctx.actor), 'Your role cannot see invitations.');
  const { state, q } = input;
  const like = q ? contains(q) : null;
  const found = sql`
    select * from (${known}) k where (${state ?? null}::text[] is null or k.state = any(${state ?? null}::text[]))
                and (${like}::text is null or fold(k.email) like ${like}::text or fold(k.name) like ${like}::text)`;
  const order = sql`sent_at desc, id desc`;
  return paginate(ctx.db, input, { found, order, columns, joins }, (row: InvitationRow) => recordOf(ctx, row));
}

/** `not_found` if the caller may not see it. */
export async function getInvitation(ctx: Ctx, id: string): Promise<InvitationRecord> {
  const [row] = await ctx.db.$queryRaw<InvitationRow[]>`
    select ${columns} from (${known} where i.id = ${id}::uuid) s ${joins}`;
  if (!row) throw notFound('The invitation');
  return recordOf(ctx, row);
}

/** Invited people are counted from the invitations, so that it is right after a crash too. */
export async function getInvitationBatch(ctx: Ctx, { id }: InvitationReference): Promise<InvitationBatchRecord> {
  const [row] = await ctx.db.$queryRaw<BatchRow[]>`
    select b.id, b.file_name, b.total, b.skipped, b.errors, b.left_out as skipped_rows, b.created_at, b.finished_at,
           (select count(*)::int from invitation i where i.batch_id = b.id) as invited,
           j.state, j.last_error, j.done, j.total as to_do
      from invitation_batch b left join job j on j.id = b.id where b.id = ${id}::uuid`;
  if (!row) throw notFound('The upload');
  const { errors, skipped_rows } = row;
  return { ...batchOf(row), errors, skipped_rows: skipped_rows.sort((a, b) => a.row - b.row) };
}

/** Of its job; one from before there were jobs only says whether it finished. */
type BatchState = {
  state: JobState | null;
  last_error: string | null;
  done: number | null;
  to_do: number | null;
};

export function batchOf(row: Omit<BatchRow, 'errors' | 'skipped_rows'>) {
  const state = row.finished_at ? 'done' : (row.state ?? 'failed');
  return {
    _id: row.id,
    file_name: row.file_name,
    total: row.total,
    invited: row.invited,
    skipped: row.skipped,
    finished: row.finished_at !== null,
    state,
    problem: row.last_error,
    progress: { done: row.done ?? row.invited, total: row.to_do ?? row.total },
    can: { cancel: isUnderWay(state) },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function recordOf({ actor }: Ctx, row: InvitationRow): InvitationRecord {
  const manages = canManageInvitation(actor, { role: row.role, invitedById: row.invited_by_id });
  const open = row.state === 'open' || row.state === 'expired';
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    role_label: ROLE_LABEL[row.role],
    projects: row.projects,
    invited_by: { _id: row.invited_by_id, name: row.inviter ?? 'Somebody', pic: row.inviter_pic },
    state: row.state,
    state_label: INVITATION_STATE_LABEL[row.state],
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    has_account: open && row.has_account,
    can: { resend: manages && open, revoke: manages && open },
  };
}

type InvitationRow = {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  project_ids: string[];
  invited_by_id: string;
  sent_at: Date;
  expires_at: Date;
  state: InvitationState;
  inviter: string | null;
  inviter_pic: string | null;
  has_account: boolean;
  projects: { _id: string; key: string; name: string }[];
};
type BatchRow = BatchState & {
  id: string;
  file_name: string;
  total: number;
  invited: number;
  skipped: number;
  errors: RowProblem[];
  skipped_rows: RowProblem[];
  created_at: Date;
  finished_at: Date | null;
};
