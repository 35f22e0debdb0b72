import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { squareButtonStyle } from '@/components/ui/button-style';
import { Segmented } from '@/components/ui/form/segmented';
import { Link } from '@/components/ui/link';
import { cn } from '@/lib/class-names';
import type { Formats } from '@/lib/formats';
import type { PageOfDays } from '@/lib/formats/calendar';
import { type CalendarPage, SPANS, type Span } from '@/lib/task-plan/vocabulary';

const LABEL: Record<Span, string> = { month: 'Month', week: 'Week' };

/** What a calendar shows: a month by its name, a day, or the first and the last day. */
export function pageTitle(formats: Formats, { span, date }: PageOfDays, days: readonly string[]): string {
  if (span === 'month') return formats.day(date, 'month');
  if (span === 'day') return `${formats.day(date, 'weekday')} ${formats.day(date, 'medium')}`;
  return `${formats.day(days[0] ?? date, 'medium')} – ${formats.day(days.at(-1) ?? date, 'medium')}`;
}

/** Which days are shown, and the links to others: all of it works without scripts. */
export function CalendarBar({
  title,
  span,
  previous,
  today,
  next,
  className,
  children,
}: {
  title: string;
  /** What the arrows go by, such as "month". */
  span: string;
  previous: string;
  today: string;
  next: string;
  className?: string;
  /** Lengths to choose from. */
  children?: ReactNode;
}) {
  return (
    <div className={cn('view-bar max-sm:flex-1 max-sm:gap-0', className)}>
      <h2
        dir="auto"
        aria-live="polite"
        className="min-w-0 text-base font-semibold max-sm:mr-auto max-sm:truncate sm:whitespace-nowrap"
        suppressHydrationWarning
      >
        {title}
      </h2>
      <nav aria-label="Days shown" className="flex shrink-0 items-center gap-1">
        <Link href={previous} scroll={false} data-go="previous" className={squareButtonStyle('quiet', 'default')}>
          <ChevronLeft aria-hidden="true" />
          <span className="sr-only">Previous {span}</span>
        </Link>
        <ButtonLink href={today} scroll={false} data-go="today">
          Today
        </ButtonLink>
        <Link href={next} scroll={false} data-go="next" className={squareButtonStyle('quiet', 'default')}>
          <ChevronRight aria-hidden="true" />
          <span className="sr-only">Next {span}</span>
        </Link>
      </nav>
      {children}
    </div>
  );
}

/** A month or a week; a phone has it among the filters. */
export const SpanChoice = ({ page, hrefOf }: { page: CalendarPage; hrefOf: (page: CalendarPage) => string }) => (
  <Segmented
    label="Length"
    segments={SPANS.map((span) => ({
      href: hrefOf({ span, date: page.date }),
      label: LABEL[span],
      current: span === page.span,
    }))}
  />
);
