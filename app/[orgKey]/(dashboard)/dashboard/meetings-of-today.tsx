import { MeetingRefresh } from '@/components/meeting/meeting-refresh';
import { FailedMeetings, TodaysMeetings } from '@/components/meeting/todays-meetings';
import { isAnswer } from '@/lib/apart';
import { meetingsToday, nextMeeting } from '@/lib/meeting/queries.own';
import { orgPage } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

/** By itself: the rest of the page neither waits for it nor fails with it. */
export async function MeetingsOfToday({ orgKey }: { orgKey: string }) {
  const hrefTo = await organisationLinks(orgKey);
  const read = await orgPage(orgKey, 'meeting.view', async (ctx) => {
    const lines = await meetingsToday(ctx);
    return { lines, next: lines.length ? null : await nextMeeting(ctx) };
  }).catch((error: unknown) => {
    if (isAnswer(error)) throw error;
    return null;
  });
  return (
    <>
      <MeetingRefresh />
      {read ? <TodaysMeetings {...read} pageHref={hrefTo('meeting')} /> : <FailedMeetings />}
    </>
  );
}
