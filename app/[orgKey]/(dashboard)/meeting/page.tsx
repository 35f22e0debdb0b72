import { MeetingCalendar, MeetingDetail } from '@/components/meeting/lazy-meeting';
import { MeetingAgenda } from '@/components/meeting/meeting-agenda';
import { MeetingBar } from '@/components/meeting/meeting-bar';
import { MeetingFocus } from '@/components/meeting/meeting-focus';
import { type MeetingPlace, meetingHref } from '@/components/meeting/meeting-links';
import { MeetingRefresh } from '@/components/meeting/meeting-refresh';
import { NewMeeting } from '@/components/meeting/new-meeting';
import { PageHeader } from '@/components/page/page-header';
import { bidi } from '@/lib/bidi';
import { meetingKey } from '@/lib/meeting/calendar';
import { type MeetingQuery, readMeetingPage } from '@/lib/meeting/queries.page';
import { VIEW_LABEL } from '@/lib/meeting/vocabulary';
import { orgPage } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

type Given = { params: Promise<{ orgKey: string }>; searchParams: Promise<MeetingQuery> };

/** A list a day of what is coming, before which a meeting that is named stands; or a day, week or month. */
export default async function MeetingPage({ params, searchParams }: Given) {
  const [{ orgKey }, query] = [await params, await searchParams];
  const hrefTo = await organisationLinks(orgKey);
  const data = await orgPage(orgKey, 'meeting.view', (ctx) => readMeetingPage(ctx, query));
  const { view, mine, day, today, before, after, zone, choices, detail, calendar } = data;
  const place: MeetingPlace = { path: hrefTo('meeting'), view, date: day, today, mine, zone };
  return (
    <>
      <PageHeader
        title="Meeting"
        tabTitle={
          detail ? bidi`${detail.title} · Meeting` : view === 'agenda' ? 'Meeting' : `${VIEW_LABEL[view]} · Meeting`
        }
        actions={choices && <NewMeeting choices={choices} />}
      />
      <MeetingRefresh />
      <MeetingFocus open={detail && meetingKey(detail)} />
      {detail && (
        <MeetingDetail
          key={`${detail._id} ${detail.occurrence}`}
          meeting={detail}
          choices={choices}
          backHref={meetingHref(place)}
        />
      )}
      {(view === 'agenda' || calendar) && <MeetingBar place={place} before={before} after={after} />}
      {view === 'agenda' && (
        <MeetingAgenda
          lines={data.lines}
          next={data.next}
          daysOff={data.daysOff}
          place={place}
          mayCreate={choices !== null}
        />
      )}
      {view !== 'agenda' && calendar && (
        <MeetingCalendar
          key={`${view} ${day}`}
          place={place}
          span={view}
          days={calendar.days}
          now={calendar.now}
          choices={choices}
        />
      )}
    </>
  );
}
