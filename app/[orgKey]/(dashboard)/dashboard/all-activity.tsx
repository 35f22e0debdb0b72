import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ActivityList } from '@/components/activity/activity-list';
import { PageHeader } from '@/components/page/page-header';
import { SectionCard } from '@/components/page/section-card';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { getActivity } from '@/lib/dashboard/queries';
import { orgPage } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { id } from '@/lib/validation';

const ADDRESS = 'dashboard?view=activity';

/** Newest first, a page at a time. `before`: id of the last line of the page before. */
export async function AllActivity({ orgKey, before }: { orgKey: string; before: string }) {
  const from = id.safeParse(before).data ?? null;
  const hrefTo = await organisationLinks(orgKey);
  const { lines, more } = await orgPage(orgKey, 'dashboard.view', (ctx) => getActivity(ctx, from));
  const last = lines.at(-1);
  return (
    <div className="max-w-[760px]">
      <PageHeader
        title="All activity"
        actions={
          <ButtonLink href={hrefTo('dashboard')} prefetch={false}>
            Dashboard
          </ButtonLink>
        }
      />
      {lines.length === 0 ? (
        <EmptyState
          title={from ? 'Nothing happened before that' : 'Nothing has happened yet'}
          action={from && <ButtonLink href={hrefTo(ADDRESS)}>Newest activity</ButtonLink>}
        >
          Activity in the projects you can see appears here.
        </EmptyState>
      ) : (
        <SectionCard title={from ? 'Earlier' : 'Newest'}>
          <ActivityList activity={lines} />
        </SectionCard>
      )}
      <nav aria-label="Pages of activity" className="mt-4 flex justify-between gap-3">
        {from && lines.length > 0 && (
          <ButtonLink href={hrefTo(ADDRESS)} prefetch={false} icon={<ChevronLeft />}>
            Newest
          </ButtonLink>
        )}
        {more && last && (
          <span className="ml-auto">
            <ButtonLink href={hrefTo(`${ADDRESS}&before=${last._id}`)} prefetch={false} icon={<ChevronRight />}>
              Earlier
            </ButtonLink>
          </span>
        )}
      </nav>
    </div>
  );
}
