import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { allow } from '@/lib/errors';
import type { ListUnsentMails, UnsentMail } from '@/lib/mail/schema';
import { MAIL_STATE_LABEL, type MailState, mailInWords } from '@/lib/mail/vocabulary';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { mayEver } from '@/lib/permission/policy';
import { sql } from '@/lib/sql';

type Row = {
  id: string;
  recipient: string | null;
  template: string | null;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  next_try_at: Date | null;
  state: MailState;
};

/** Emails that failed or have waited for more than a minute, oldest first. Their content is not read. */
export async function listUnsentMails(ctx: Ctx, input: ListUnsentMails): Promise<Page<UnsentMail>> {
  allow(mayEver(ctx.actor, 'mail.view'), 'Your role cannot see emails.');
  const found = sql`
      select id, coalesce((select m.email from member m where m.org_id = job.org_id and m.id = job.member_id), about ->> 'to') as recipient, about ->> 'template' as template, attempts, last_error, created_at,
             case when state <> 'failed' then run_at end as next_try_at,
             case when state = 'failed' then 'given_up' when attempts = 0 then 'waiting' else 'retrying' end as state
        from job where kind = 'mail' and state <> 'done'
         and (attempts > 1 or last_error is not null or created_at < now() - interval '1 minute')`;
  return paginate(ctx.db, input, { found, order: sql`created_at, id` }, recordOf);
}

const recordOf = (row: Row): UnsentMail => ({
  _id: row.id,
  to: row.recipient,
  template: row.template,
  template_label: mailInWords(row.template),
  state: row.state,
  state_label: MAIL_STATE_LABEL[row.state],
  attempts: row.attempts,
  error: row.last_error,
  created_at: row.created_at.toISOString(),
  next_try_at: row.next_try_at?.toISOString() ?? null,
  can: { retry: row.last_error !== null },
});
