'use client';

import { useEffect, useRef, useState } from 'react';
import { useMilestoneDays } from '@/components/milestone/use-milestone-days';
import { openOverlay } from '@/components/overlay/overlay';
import { useRowLinks } from '@/components/rows/row-links';
import { beginNewTaskWith } from '@/components/task/new/new-task';
import { NotRefreshed } from '@/components/task/not-refreshed';
import { BesideView } from '@/components/task/peek/beside-view';
import { peekAt, usePeek } from '@/components/task/peek/use-peek';
import { readsOnly, rightsOn, whyNot } from '@/components/task/task-rights';
import { useAnnouncer } from '@/components/task/use-announcer';
import { useFieldKeys } from '@/components/task/use-field-keys';
import { useRowKeys } from '@/components/task/use-row-keys';
import { useToday } from '@/components/task/use-today';
import { Button } from '@/components/ui/button';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { isGroup, parseFilter, printFilter } from '@/lib/filter/format';
import { pageAfter } from '@/lib/formats/calendar';
import { dayAfter } from '@/lib/formats/days';
import { type FilterUrl, filterHref, filterWords } from '@/lib/task/vocabulary.filter';
import type { CalendarPage } from '@/lib/task-plan/vocabulary';
import { CalendarBar, pageTitle, SpanChoice } from './calendar-bar';
import { CalendarDay, type DayLinks } from './calendar-day';
import { useCalendarDrag } from './use-calendar-drag';
import { useCalendarKeys } from './use-calendar-keys';
import { type TaskCalendarSource, useTaskCalendar } from './use-task-calendar';

export type TaskCalendarProps = TaskCalendarSource & {
  page: CalendarPage;
  address: FilterUrl;
  /** In the address; none in the view of all projects. */
  projectKey?: string;
  /** May make tasks in a project that is shown. */
  creates: boolean;
};

const NONE: readonly never[] = [];

/** Tasks on the days they are due; on phones a list by day. */
export function TaskCalendar({ page, address, projectKey, creates, ...source }: TaskCalendarProps) {
  const { viewer, days, filters } = source;
  const hrefTo = useOrganisationLinks();
  const formats = useFormats();
  const today = useToday(source.today);
  const { region, say } = useAnnouncer();
  const calendar = useTaskCalendar(source, say);
  const milestones = useMilestoneDays(source.projectId, source.heard);
  const grid = useRef<HTMLOListElement>(null);
  const peek = usePeek(grid);
  useRowLinks(grid, (link) => peekAt(link.closest<HTMLElement>('[data-row]')?.dataset.row ?? ''));
  const shown = calendar.days.flatMap(({ docs }) => docs);
  const { editor, openField } = useFieldKeys({
    rows: grid,
    docs: shown,
    viewer,
    today,
    onEdit: calendar.edit,
    onRead: calendar.take,
  });
  useRowKeys(grid, openField);
  const refused = (id: string) => {
    const key = shown.find(({ _id }) => _id === id)?.key;
    const why = bidi`${key} stays on its day. ${whyNot(viewer)}`;
    say(why);
    showToast({ kind: 'info', text: why });
  };
  const drag = useCalendarDrag(!readsOnly(viewer), { ...calendar, refused });
  const newTask = (day: string) => {
    beginNewTaskWith({ due_date: day });
    openOverlay('new-task');
  };
  const cardOf = (id: string) => shown.find(({ _id }) => _id === id);
  const mayMove = (id: string) => {
    const card = cardOf(id);
    return card !== undefined && rightsOn(viewer, card).edit;
  };
  useCalendarKeys(grid, {
    date: days.includes(today) ? today : page.date,
    create: creates ? newTask : undefined,
    move: (id, by) => {
      const due = cardOf(id)?.due_date;
      if (!due) return;
      if (mayMove(id)) calendar.move(id, dayAfter(due, by));
      else say(whyNot(viewer));
    },
  });

  const hrefOf = ({ span, date }: CalendarPage) =>
    filterHref(
      {
        ...address,
        keep: { ...address.keep, span: span === 'month' ? undefined : span, date: date === today ? undefined : date },
      },
      filters,
    );
  const listHref = (filter: string) =>
    filterHref({ path: hrefTo('task'), keep: { project: projectKey } }, { ...filters, filter });
  const links: DayLinks = {
    task: (key) => hrefTo(`taskpage?task=${key}`),
    week: (day) => hrefOf({ span: 'week', date: day }),
    list: (day) => listHref(withDue(filters.filter, day)),
    newTask: (day) => hrefTo(`task?view=new&due=${day}${projectKey ? `&project=${projectKey}` : ''}`),
  };
  const roomy = page.span === 'week';
  const nothing = calendar.days.every(({ total }) => total === 0);
  const narrowed = filterWords(filters, () => 'filter').length;
  const week = days.slice(0, 7);
  // A phone's list begins with today.
  const [earlier, setEarlier] = useState(false);
  const before = days.includes(today)
    ? calendar.days
        .filter(({ day }) => day < today && (roomy || day.slice(0, 7) === page.date.slice(0, 7)))
        .reduce((sum, { total }) => sum + total, 0)
    : 0;
  useEffect(() => {
    // In a small window the month is longer than it.
    const cell = grid.current?.querySelector('[aria-current="date"]');
    if (cell && cell.getBoundingClientRect().bottom > innerHeight) cell.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <>
      <p ref={region} role="status" className="sr-only" />
      {editor}
      <CalendarBar
        title={pageTitle(formats, page, days)}
        span={page.span}
        previous={hrefOf(pageAfter(page, -1))}
        today={hrefOf({ span: page.span, date: today })}
        next={hrefOf(pageAfter(page, 1))}
      >
        <div className="max-sm:hidden">
          <SpanChoice page={page} hrefOf={hrefOf} />
        </div>
      </CalendarBar>
      <div data-fills="">
        {calendar.failed && <NotRefreshed view="calendar" onRetry={calendar.retry} />}
        {nothing && (
          <p className="pb-3 text-base text-text-2">
            Nothing is due in this {page.span}
            {narrowed > 0 && ` that matches ${narrowed === 1 ? 'the filter' : `${narrowed} filters`}`}.
          </p>
        )}
        {before > 0 && !earlier && (
          <p className="pb-2 sm:hidden">
            <Button variant="quiet" size="compact" wide onClick={() => setEarlier(true)}>
              Earlier days: {before} {before === 1 ? 'task' : 'tasks'}
            </Button>
          </p>
        )}
        <div aria-hidden="true" className="grid grid-cols-7 border-t border-l border-border bg-sunken max-sm:hidden">
          {week.map((day) => (
            <span key={day} className="border-r border-b border-border px-2 py-1 text-xs text-text-2">
              {formats.day(day, 'weekday')}
            </span>
          ))}
        </div>
        <ol
          ref={grid}
          aria-label="Days"
          className={cn(
            'grid grid-cols-7 border-l border-border max-sm:flex max-sm:flex-col max-sm:border-l-0 max-sm:border-t',
            // As high as the window leaves room, below the names of the days and above the line at the end.
            'sm:min-h-[calc(100dvh-var(--around)-57px)]',
            roomy ? 'auto-rows-[minmax(20rem,auto)]' : 'auto-rows-[minmax(5rem,auto)]',
          )}
        >
          {calendar.days.map((one) => (
            <CalendarDay
              key={one.day}
              shown={one}
              milestones={milestones.get(one.day) ?? NONE}
              today={today}
              roomy={roomy}
              lines={days.length > 35 ? 1 : 2}
              past={!earlier && one.day < today && days.includes(today)}
              outside={!roomy && one.day.slice(0, 7) !== page.date.slice(0, 7)}
              links={links}
              mayMove={mayMove}
              waiting={calendar.waiting}
              moved={calendar.moved}
              drag={drag}
              onNew={creates ? newTask : undefined}
            />
          ))}
        </ol>
        <p className="pt-3 text-sm leading-5 text-text-2">
          {readsOnly(viewer) ? `${whyNot(viewer)} ` : ''}
          <a
            href={listHref(withDue(filters.filter, 'none'))}
            className="rounded-xs text-accent-text underline underline-offset-2"
          >
            Tasks without a due date
          </a>{' '}
          are in the list.
        </p>
      </div>
      <BesideView {...{ peek, viewer }} cards={shown} today={source.today} />
    </>
  );
}

/** A filter narrowed to a day, or to tasks without one. */
function withDue(filter: string | undefined, value: string): string {
  const group = parseFilter(filter ?? '');
  const due = { field: 'due', not: false, values: [value] };
  const rest = group.of.length === 0 ? [] : group.join === 'all' && !group.not ? group.of : [group];
  return printFilter({
    join: 'all',
    not: false,
    of: [...rest.filter((item) => isGroup(item) || item.field !== 'due'), due],
  });
}
