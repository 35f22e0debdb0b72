import { AuditFilters, type AuditFilterValues } from '@/components/audit/audit-filters';
import { AuditLog } from '@/components/audit/audit-log';
import { LazyExportButtons } from '@/components/audit/lazy-export-buttons';
import { addressWith, type Search, textOf } from '@/components/page/search-params';
import { SectionCard } from '@/components/page/section-card';
import { ButtonLink } from '@/components/ui/button-link';
import { PlainNumber } from '@/components/ui/formats';
import { COUNTED, listAudit, peopleOfAudit } from '@/lib/audit/queries';
import { ListAudit } from '@/lib/audit/schema';
import type { Ctx } from '@/lib/org';
import { organisationLinks } from '@/lib/tenant/organisation-links';

/** A line can be long: all that a form changed. */
const LIMIT = 25;
const NAMES = ['q', 'member_id', 'group', 'from', 'to'] as const;

export async function auditSection(ctx: Ctx, search: Search) {
  const hrefTo = await organisationLinks(ctx.org.key);
  const values = Object.fromEntries(NAMES.map((name) => [name, textOf(search, name)])) as AuditFilterValues;
  const filters = Object.fromEntries(Object.entries(values).filter(([, value]) => value));
  const cursor = textOf(search, 'cursor');
  const asked = ListAudit.safeParse({ ...filters, limit: LIMIT, ...(cursor && { cursor }) });
  const people = await peopleOfAudit(ctx);
  const found = asked.success ? await listAudit(ctx, asked.data) : null;
  const path = hrefTo('settings');
  const here = { section: 'audit', ...filters };
  const total = found?.total ?? 0;
  return (
    <SectionCard
      title="Audit log"
      beside={
        <span className="text-sm text-text-2 tabular-nums">
          <PlainNumber value={Math.min(total, COUNTED)} />
          {total < COUNTED ? '' : ' or more'} {total === 1 ? 'entry' : 'entries'}
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm text-text-2">
          Nobody can change or remove an entry. Times are in the time zone of your profile ({ctx.actor.timeZone}).
        </p>
        <AuditFilters
          path={path}
          values={values}
          people={people}
          problem={asked.success ? null : (asked.error.issues[0]?.message ?? 'Check the filters.')}
        />
        {found && (
          <>
            <LazyExportButtons filters={filters} />
            <AuditLog lines={found.docs} filtered={Object.keys(filters).length > 0} clear={`${path}?section=audit`} />
            {(cursor || found.next_cursor) && (
              <nav aria-label="Pages of the audit log" className="flex justify-end gap-2">
                {cursor && (
                  <ButtonLink href={addressWith(path, here, {})} prefetch={false}>
                    Newest
                  </ButtonLink>
                )}
                {found.next_cursor && (
                  <ButtonLink href={addressWith(path, here, { cursor: found.next_cursor })} prefetch={false}>
                    Older
                  </ButtonLink>
                )}
              </nav>
            )}
          </>
        )}
      </div>
    </SectionCard>
  );
}
