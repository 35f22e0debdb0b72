import { MeetingAgenda } from '@/components/meeting/meeting-agenda';
import { MeetingDetail } from '@/components/meeting/meeting-detail';
import { MeetingRefresh } from '@/components/meeting/meeting-refresh';
import { NewMeeting } from '@/components/meeting/new-meeting';
import { PageHeader } from '@/components/page/page-header';
import { ButtonLink } from '@/components/ui/button-link';
import { Segmented } from '@/components/ui/form/segmented';
import { type MeetingQuery, readMeetingPage } from '@/lib/meeting/queries.page';
import { orgPage } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

type Given = { params: Promise<{ orgKey: string }>; searchParams: Promise<MeetingQuery> };

/** A list a day of what is coming; a meeting that is named stands before it. */
export default async function MeetingPage({ params, searchParams }: Given) {
  const [{ orgKey }, query] = [await params, await searchParams];
  const hrefTo = await organisationLinks(orgKey);
  const data = await orgPage(orgKey, 'meeting.view', (ctx) => readMeetingPage(ctx, query));
  const { mine, day, today, before, after, choices, detail } = data;
  const at = (more: Record<string, string>) =>
    `${hrefTo('meeting')}?${new URLSearchParams({ ...(day !== today && { date: day }), ...(!mine && { who: 'all' }), ...more })}`;
  return (
    <>
      <PageHeader title="Meeting" actions={choices && <NewMeeting choices={choices} />} />
      <MeetingRefresh />
      {detail && (
        <MeetingDetail
          key={`${detail._id} ${detail.occurrence}`}
          meeting={detail}
          choices={choices}
          backHref={at({})}
        />
      )}
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <ButtonLink size="compact" href={at({ date: before })}>
          Earlier
        </ButtonLink>
        <ButtonLink size="compact" href={at({ date: today })}>
          Today
        </ButtonLink>
        <ButtonLink size="compact" href={at({ date: after })}>
          Later
        </ButtonLink>
        <div className="ml-auto">
          <Segmented
            label="Whose meetings"
            segments={[
              { href: at({ who: 'mine' }), label: 'Mine', current: mine },
              { href: at({ who: 'all' }), label: 'All', current: !mine },
            ]}
          />
        </div>
      </div>
      <MeetingAgenda
        lines={data.lines}
        next={data.next}
        today={today}
        baseHref={hrefTo('meeting')}
        kept={{ ...(day !== today && { date: day }), ...(!mine && { who: 'all' }) }}
        mayCreate={choices !== null}
      />
    </>
  );
}
