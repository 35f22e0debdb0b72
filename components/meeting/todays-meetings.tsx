'use client';

import { AllLink } from '@/components/page/all-link';
import { FailedCard } from '@/components/page/failed-card';
import { SectionCard } from '@/components/page/section-card';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useRefresh } from '@/components/url/use-refresh';
import { cn } from '@/lib/class-names';
import type { MeetingLine } from '@/lib/meeting/schema';
import { JoinLink } from './join-link';
import { MeetingTime } from './meeting-time';

const TITLE = "Today's meetings";

/** The reader's own; without any today the next one. */
export function TodaysMeetings({
  lines,
  next,
  pageHref,
}: {
  lines: readonly MeetingLine[];
  next: MeetingLine | null;
  pageHref: string;
}) {
  const shown = lines.length > 0 ? lines : next ? [next] : [];
  return (
    <SectionCard title={TITLE} beside={<AllLink href={pageHref}>All meetings</AllLink>} flush={shown.length > 0}>
      {lines.length === 0 && (
        <p className={cn('text-base text-text-2', next && 'px-4 sm:px-5')}>
          {next ? 'None today. The next one:' : 'None today, and none in the coming weeks.'}
        </p>
      )}
      {shown.length > 0 && (
        <ul aria-label={TITLE} className="divide-y divide-border">
          {shown.map((line) => (
            <li key={`${line._id} ${line.occurrence}`} className="flex min-h-14 items-center gap-3 px-4 py-1.5 sm:px-5">
              <div className="min-w-0 flex-1">
                <Link
                  href={`${pageHref}?${new URLSearchParams({ meeting: line._id, occurrence: line.occurrence })}`}
                  prefetch={false}
                  dir="auto"
                  className={cn(
                    'line-clamp-2 rounded-xs text-base break-words hover:underline',
                    line.status === 'cancelled' && 'text-text-2 line-through',
                  )}
                >
                  {line.title}
                </Link>
                <p className="text-xs text-text-2 tabular-nums">
                  <MeetingTime line={line} withDay={lines.length === 0} />
                  {line.status === 'cancelled' ? ' · Cancelled' : line.place && <span dir="auto"> · {line.place}</span>}
                </p>
              </div>
              <JoinLink line={line} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

export const TodaysMeetingsLoading = () => (
  <SectionCard title={TITLE} flush>
    <SkeletonRows rows={1} rowHeight={56} label="Loading today's meetings" />
  </SectionCard>
);

export const FailedMeetings = () => <FailedCard title={TITLE} onRetry={useRefresh()} />;
