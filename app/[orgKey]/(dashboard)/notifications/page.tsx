import { Settings } from 'lucide-react';
import { InboxPage } from '@/components/notification/inbox-page';
import { PageHeader } from '@/components/page/page-header';
import { type Search, textOf } from '@/components/page/search-params';
import { ButtonLink } from '@/components/ui/button-link';
import { LinkTabs } from '@/components/ui/link-tabs';
import { WaitingPage } from '@/components/waiting/waiting-page';
import { listNotifications } from '@/lib/notification/queries';
import { ListNotifications } from '@/lib/notification/schema';
import { type InboxState, STATES } from '@/lib/notification/vocabulary';
import { orgPage } from '@/lib/session/transport';
import { linksOf } from '@/lib/tenant/organisation-path';
import { id } from '@/lib/validation';
import { firstWaiting } from '@/lib/waiting/queries';
import { notificationsSection } from '../settings/notifications-section';

/** Here for everybody: users and clients have no settings. */
const CHOICES = 'choices';
/** What needs the person, whichever kind it is. */
const WAITING = 'waiting';

const TABS = ['inbox', WAITING, ...STATES.filter((one) => one !== 'inbox')] as const;
const LABEL: Record<InboxState | typeof WAITING, string> = {
  inbox: 'Inbox',
  waiting: 'Waiting for you',
  archived: 'Archived',
  snoozed: 'Snoozed',
};

/** The sign-off that a link is about. */
function idOf(search: Search): string | null {
  const given = id.safeParse(textOf(search, 'sign_off'));
  return given.success ? given.data : null;
}

export default async function Page({ params, searchParams }: PageProps<'/[orgKey]/notifications'>) {
  const { orgKey } = await params;
  const search = await searchParams;
  const asked = textOf(search, 'state');
  const state = STATES.find((one) => one === asked) ?? 'inbox';
  const choosing = asked === CHOICES;
  const waits = asked === WAITING;
  const content = await orgPage(orgKey, 'profile.own', async (ctx) => {
    if (choosing) return notificationsSection(ctx);
    if (waits) return <WaitingPage initial={await firstWaiting(ctx)} opened={idOf(search)} />;
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
          tabs={TABS.map((one) => ({
            href: here(one === 'inbox' ? 'notifications' : `notifications?state=${one}`),
            label: LABEL[one],
            current: !choosing && one === (waits ? WAITING : state),
          }))}
        />
      </div>
      {content}
    </>
  );
}
