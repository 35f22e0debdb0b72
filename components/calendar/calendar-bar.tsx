import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button-link';
import { squareButtonStyle } from '@/components/ui/button-style';
import { Segmented } from '@/components/ui/form/segmented';
import { useFormats } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { type CalendarPage, pageAfter, SPANS, type Span } from '@/lib/task-plan/vocabulary';

const LABEL: Record<Span, string> = { month: 'Month', week: 'Week' };

/** Which days are shown, and the links to others: all of it works without scripts. */
export function CalendarBar({
  page,
  days,
  today,
  hrefOf,
}: {
  page: CalendarPage;
  days: readonly string[];
  today: string;
  hrefOf: (page: CalendarPage) => string;
}) {
  const formats = useFormats();
  const { span, date } = page;
  const [first = date, last = date] = [days[0], days.at(-1)];
  const title =
    span === 'month' ? formats.day(date, 'month') : `${formats.day(first, 'medium')} – ${formats.day(last, 'medium')}`;
  return (
    <div className="view-bar max-sm:flex-1 max-sm:gap-0">
      <h2
        dir="auto"
        aria-live="polite"
        className="min-w-0 text-base font-semibold max-sm:mr-auto max-sm:truncate sm:whitespace-nowrap"
        suppressHydrationWarning
      >
        {title}
      </h2>
      <nav aria-label="Days shown" className="flex shrink-0 items-center gap-1">
        <Link
          href={hrefOf(pageAfter(page, -1))}
          scroll={false}
          data-go="previous"
          className={squareButtonStyle('quiet', 'default')}
        >
          <ChevronLeft aria-hidden="true" />
          <span className="sr-only">Previous {span}</span>
        </Link>
        <ButtonLink href={hrefOf({ span, date: today })} scroll={false} data-go="today">
          Today
        </ButtonLink>
        <Link
          href={hrefOf(pageAfter(page, 1))}
          scroll={false}
          data-go="next"
          className={squareButtonStyle('quiet', 'default')}
        >
          <ChevronRight aria-hidden="true" />
          <span className="sr-only">Next {span}</span>
        </Link>
      </nav>
      <div className="max-sm:hidden">
        <SpanChoice page={page} hrefOf={hrefOf} />
      </div>
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
