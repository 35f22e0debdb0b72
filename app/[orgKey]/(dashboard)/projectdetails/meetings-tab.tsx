import { LazyCalendarAddress, LazyMeetingAgenda } from '@/components/meeting/lazy-meetings';
import { MeetingRefresh } from '@/components/meeting/meeting-refresh';
import { addressWith, type Search } from '@/components/page/search-params';
import { SectionCard } from '@/components/page/section-card';
import { ButtonLink } from '@/components/ui/button-link';
import type { ProjectMeetings } from '@/lib/meeting/queries.project';

/** Two weeks of a project's meetings, and the address of its calendar. */
export function MeetingsTab({
  project,
  meetings,
  path,
  search,
  pageHref,
}: {
  project: { _id: string };
  meetings: ProjectMeetings;
  path: string;
  search: Search;
  /** Of the page of meetings. */
  pageHref: string;
}) {
  const { day, today, before, after, lines, next, daysOff, choices, address } = meetings;
  const at = (date: string) => addressWith(path, search, { date: date === today ? null : date });
  return (
    <div className="flex flex-col gap-6">
      <MeetingRefresh />
      <div className="flex flex-wrap items-center gap-2">
        <ButtonLink size="compact" href={at(before)}>
          Earlier
        </ButtonLink>
        <ButtonLink size="compact" href={at(today)}>
          Today
        </ButtonLink>
        <ButtonLink size="compact" href={at(after)}>
          Later
        </ButtonLink>
      </div>
      <LazyMeetingAgenda
        lines={lines}
        next={next}
        daysOff={daysOff}
        place={{ path: pageHref, view: 'agenda', date: day, today, mine: false, zone: null }}
        mayCreate={choices !== null}
      />
      {address !== undefined && (
        <div className="max-w-[1000px]">
          <SectionCard title="In your calendar">
            <LazyCalendarAddress initial={address} projectId={project._id} />
          </SectionCard>
        </div>
      )}
    </div>
  );
}
