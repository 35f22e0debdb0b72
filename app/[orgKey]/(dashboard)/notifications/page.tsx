import { Settings } from 'lucide-react';
import { InboxPage } from '@/components/notification/inbox-page';
import { PageHeader } from '@/components/page/page-header';
import { type Search, textOf } from '@/components/page/search-params';
import { ButtonLink } from '@/components/ui/button-link';
import { LinkTabs } from '@/components/ui/link-tabs';
import { listNotifications } from '@/lib/notification/queries';
import { ListNotifications } from '@/lib/notification/schema';
import { type InboxState, STATES } from '@/lib/notification/vocabulary';
import { orgPage } from '@/lib/session/transport';
import { linksOf } from '@/lib/tenant/organisation-path';
import { notificationsSection } from '../settings/notifications-section';

/** Here for everybody: users and clients have no settings. */
const CHOICES = 'choices';

const LABEL: Record<InboxState, string> = { inbox: 'Inbox', archived: 'Archived', snoozed: 'Snoozed' };

export default async function Page({
  params,
  searchParams,
}: {
  params: Promise<{ orgKey: string }>;
  searchParams: Promise<Search>;
}) {
  const { orgKey } = await params;
  const asked = textOf(await searchParams, 'state');
  const state = STATES.find((one) => one === asked) ?? 'inbox';
  const choosing = asked === CHOICES;
  const content = await orgPage(orgKey, 'profile.own', async (ctx) => {
    if (choosing) return notificationsSection(ctx);
    const { docs, next_cursor } = await listNotifications(ctx, ListNotifications.parse({ state, limit: 30 }));
    return <InboxPage key={state} state={state} first={{ docs, next_cursor }} />;
  });
  const here = linksOf(orgKey, null);
  return (
    <>
      <PageHeader
        title="Notifications"
        actions={
          !choosing && (
            <ButtonLink href={here(`notifications?state=${CHOICES}`)} icon={<Settings aria-hidden="true" />}>
              <span className="max-sm:sr-only">Choose what you are told of</span>
            </ButtonLink>
          )
        }
      />
      <div className="mb-4 max-sm:-mt-3 max-sm:mb-2">
        <LinkTabs
          label="Notifications"
          tabs={STATES.map((one) => ({
            href: here(one === 'inbox' ? 'notifications' : `notifications?state=${one}`),
            label: LABEL[one],
            current: !choosing && one === state,
          }))}
        />
      </div>
      {content}
    </>
  );
}
