import { RetryButton } from '@/components/mail/retry-button';
import { UnsentMails } from '@/components/mail/unsent-mails';
import { Pager } from '@/components/page/pager';
import { type Search, textOf } from '@/components/page/search-params';
import { SectionCard } from '@/components/page/section-card';
import { listUnsentMails } from '@/lib/mail/queries';
import { ListUnsentMails } from '@/lib/mail/schema';
import type { Ctx } from '@/lib/org';
import { parse } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

export async function mailSection(ctx: Ctx, search: Search) {
  const hrefTo = await organisationLinks(ctx.org.key);
  const { docs, total, page, limit } = await listUnsentMails(
    ctx,
    parse(ListUnsentMails, { page: textOf(search, 'page') || 1, limit: 50 }),
  );
  return (
    <SectionCard title="Mail" beside={docs.filter(({ can }) => can.retry).length > 1 && <RetryButton />}>
      <p className="mb-3 text-sm text-text-2">
        Emails that could not be sent yet. Their content is encrypted and not shown here.
      </p>
      <UnsentMails mails={docs} />
      <Pager path={hrefTo('settings')} search={search} noun="emails" page={page} limit={limit} total={total} />
    </SectionCard>
  );
}
