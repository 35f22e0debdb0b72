'use client';

import { type CSSProperties, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useMilestoneDays } from '@/components/milestone/use-milestone-days';
import { useRowLinks } from '@/components/rows/row-links';
import { NotRefreshed } from '@/components/task/not-refreshed';
import { NothingMatches } from '@/components/task/nothing-matches';
import { BesideView } from '@/components/task/peek/beside-view';
import { peekAt, usePeek } from '@/components/task/peek/use-peek';
import { readsOnly, rightsOn, whyNot } from '@/components/task/task-rights';
import { useAnnouncer } from '@/components/task/use-announcer';
import { useFieldKeys } from '@/components/task/use-field-keys';
import { useToday } from '@/components/task/use-today';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';
import { type FilterUrl, filterHref, filterWords } from '@/lib/task/vocabulary.filter';
import type { Lanes, Zoom } from '@/lib/task-plan/vocabulary';
import { HEAD, NAMES, ROW } from './measures';
import {
  barOf,
  datesAfter,
  inStartOrder,
  keptOrder,
  keptSlack,
  linesOf,
  type Part,
  partWords,
  type Slack,
  slackOf,
} from './plan';
import { type RestDays, scaleFor, xOf, ZOOMS } from './scale';
import { TimelineAgenda } from './timeline-agenda';
import { TimelineBar } from './timeline-bar';
import { TimelineChart } from './timeline-chart';
import { useBarDrag } from './use-bar-drag';
import { MOST, type TaskTimelineSource, useTaskTimeline } from './use-task-timeline';
import { type TimelineCommand, useTimelineKeys } from './use-timeline-keys';
import { useZoomAndLanes } from './use-zoom-and-lanes';

export type TaskTimelineProps = TaskTimelineSource & {
  address: FilterUrl;
  names: Readonly<Record<string, string>>;
  zoom?: string;
  lanes?: string;
  rest: RestDays;
  projects: readonly { _id: string; name: string }[];
};

/** Tasks as bars over time, with what waits for what; on phones a list to read. */
export function TaskTimeline({ address, names, ...source }: TaskTimelineProps) {
  const { viewer, filters, projects } = source;
  const hrefTo = useOrganisationLinks();
  const today = useToday(source.today);
  const hint = useId();
  const formats = useFormats();
  const { region, say } = useAnnouncer();
  const timeline = useTaskTimeline(source, say);
  const { cards, links, others } = timeline;
  const milestones = useMilestoneDays(source.projectId, source.heard);
  const hrefOf = (zoom: Zoom, lanes: Lanes) =>
    filterHref({ ...address, keep: { ...address.keep, zoom, lanes } }, filters);
  const { zoom, lanes, offered, choose } = useZoomAndLanes(source, hrefOf);
  const { id: zoomId } = zoom;

  const byId = useMemo(() => new Map(cards.map((card) => [card._id, card])), [cards]);
  const order = useRef<readonly string[]>([]);
  const lines = useMemo(() => {
    const nameOf = new Map(projects.map(({ _id, name }) => [_id, name]));
    const kept = keptOrder(inStartOrder(cards), order.current);
    order.current = kept.map(({ _id }) => _id);
    return linesOf(kept, lanes, (id) => nameOf.get(id) ?? 'Another project');
  }, [cards, lanes, projects]);
  const known = useRef<ReadonlyMap<string, Slack>>(new Map());
  const slack = useMemo(() => {
    known.current = keptSlack(slackOf([...others, ...cards], links), known.current);
    return known.current;
  }, [others, cards, links]);
  const span = useMemo(() => {
    const dates = cards.flatMap((card) => {
      const bar = barOf(card);
      return bar ? [bar.start, bar.due] : [];
    });
    return scaleFor([...dates, ...milestones.keys()], today, zoomId);
  }, [cards, milestones, today, zoomId]);
  // The same object as long as it is the same span: all bars are drawn by it.
  const scale = useMemo(
    () => ({ from: span.from, until: span.until, day: span.day }),
    [span.from, span.until, span.day],
  );

  const chart = useRef<HTMLDivElement>(null);
  const within = useRef<HTMLDivElement>(null);
  const peek = usePeek(within, (key, step) => walk(key, step));
  useRowLinks(within, (link) => peekAt(link.closest<HTMLElement>('[data-row]')?.dataset.row ?? ''));

  const mayMove = useCallback((card: TaskCard) => !readsOnly(viewer) && rightsOn(viewer, card).edit, [viewer]);
  function change(id: string, part: Part, days: number) {
    const card = byId.get(id);
    if (!card) return;
    if (!mayMove(card)) return say(whyNot(viewer));
    const dates = datesAfter(card, part, days);
    if (!dates) return say(bidi`${card.title} would end before it starts.`);
    moved.current = id;
    void timeline.edit(id, dates);
  }
  const draft = useBarDrag(chart, {
    day: scale.day,
    may: (id) => {
      const card = byId.get(id);
      return card !== undefined && mayMove(card);
    },
    refused: (id) => {
      const card = byId.get(id);
      if (!card || readsOnly(viewer)) return;
      const why = bidi`${card.key} keeps its dates. ${whyNot(viewer)}`;
      say(why);
      showToast({ kind: 'info', text: why });
    },
    hold: timeline.hold,
    moved: change,
    linked: timeline.link,
    clicked: (id) => peekAt(byId.get(id)?.key ?? ''),
  });

  /** Today a third from the left, or a day that stood in the middle where it was. */
  const toToday = () => {
    const element = chart.current;
    if (element) element.scrollLeft = xOf(scale, today) - (element.clientWidth - NAMES) / 3;
  };
  /** And to the first bar that ends today or later, unless one of the rows in sight does. */
  const toBarsOfToday = () => {
    toToday();
    const element = chart.current;
    if (!element) return;
    const { scrollTop: top, clientHeight } = element;
    const later = lines.flatMap((line, index) => {
      const bar = line.kind === 'task' ? barOf(line.card) : null;
      return bar && bar.due >= today ? index * ROW : [];
    });
    const here = later.some((at) => at >= top && at + ROW + HEAD <= top + clientHeight);
    if (later[0] !== undefined && !here) element.scrollTop = later[0];
  };
  const placed = useRef('');
  useLayoutEffect(() => {
    const place = `${zoomId} ${scale.from}`;
    if (placed.current === place) return;
    placed.current = place;
    toToday();
  });
  const reveal = (index: number) => {
    const element = chart.current;
    if (!element || index < 0) return;
    const top = index * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    if (top + ROW + HEAD > element.scrollTop + element.clientHeight)
      element.scrollTop = top + ROW + HEAD - element.clientHeight + 20;
    const line = lines[index];
    const bar = line?.kind === 'task' ? barOf(line.card) : null;
    if (!bar) return;
    const [left, room] = [xOf(scale, bar.start), element.clientWidth - NAMES];
    if (left < element.scrollLeft || left > element.scrollLeft + room - 80) element.scrollLeft = left - room / 3;
  };
  /** What the viewer has just changed, which may have brought it to another lane. */
  const moved = useRef<string | null>(null);
  const before = useRef(lines);
  useLayoutEffect(() => {
    if (before.current === lines) return;
    before.current = lines;
    const element = chart.current;
    const index = lines.findIndex(({ id }) => id === moved.current);
    moved.current = null;
    if (!element || index < 0) return;
    const { scrollTop, clientHeight } = element;
    if (index * ROW >= scrollTop && index * ROW <= scrollTop + clientHeight - HEAD - ROW) return;
    reveal(index);
    // The browser would tell it with the next frame, and the rows there come with one more.
    element.dispatchEvent(new Event('scroll'));
  });
  const [from, setFrom] = useState<string | null>(null);
  function run(command: TimelineCommand) {
    switch (command.kind) {
      case 'dates':
        return change(command.id, command.part, command.days);
      case 'zoom': {
        const next = ZOOMS[ZOOMS.indexOf(zoom) + command.step];
        if (!next) return;
        choose(next.id, lanes);
        return say(bidi`Zoom: ${next.label}`);
      }
      case 'today':
        return toBarsOfToday();
      case 'cancel':
        if (from) say('No dependency was made.');
        return setFrom(null);
      case 'link': {
        const card = byId.get(command.id);
        if (!card || readsOnly(viewer)) return say(whyNot(viewer));
        if (from === null) {
          setFrom(card._id);
          return say(bidi`${card.title} blocks… Go to the task that waits and press B, again to remove it, or Escape.`);
        }
        setFrom(null);
        if (from === card._id) return;
        const pair = { task_id: from, blocks_id: card._id };
        const known = links.some(({ task_id, blocks_id }) => task_id === from && blocks_id === card._id);
        if (known) timeline.unlink(pair);
        else timeline.link(pair);
        return;
      }
    }
  }
  const { editor, openField } = useFieldKeys({
    rows: chart,
    docs: cards,
    viewer,
    today,
    onEdit: (id, changes, looks) => {
      moved.current = id;
      return timeline.edit(id, changes, looks);
    },
    onRead: timeline.take,
  });
  const { stop, walk } = useTimelineKeys(chart, { lines, reveal, run, openField });
  useEffect(() => {
    if (from !== null && !byId.has(from)) setFrom(null);
  }, [from, byId]);

  const hrefOfTask = (key: string) => hrefTo(`taskpage?task=${key}`);
  const shared = { lines, slack, milestones, today, hrefOf: hrefOfTask };
  return (
    <>
      <p ref={region} role="status" className="sr-only" />
      {editor}
      {lines.length > 0 && (
        <TimelineBar
          zoom={zoomId}
          lanes={lanes}
          onChoose={choose}
          offered={offered}
          hrefOf={hrefOf}
          todayHref={hrefOf(zoomId, lanes)}
          onToday={toBarsOfToday}
        />
      )}
      <div ref={within}>
        {timeline.failed && <NotRefreshed view="timeline" onRetry={timeline.retry} />}
        {timeline.stopped && (
          <div className="pb-3">
            <ErrorState title="More tasks could not be loaded" detail={timeline.stopped} onRetry={timeline.goOn} />
          </div>
        )}
        {lines.length === 0 && timeline.complete ? (
          filterWords(filters, () => '').length > 0 ? (
            <NothingMatches filters={filters} address={address} names={names} />
          ) : (
            <EmptyState title="Nothing has a date yet">
              A task with a due date appears here as a milestone, one that also has a start date as a bar.
            </EmptyState>
          )
        ) : (
          <>
            <p id={hint} className="sr-only">
              {readsOnly(viewer)
                ? whyNot(viewer)
                : 'Drag a bar or its ends, or use Alt with the arrow keys; drag from the dot at its end, or press B, to say what waits for it. Click a line, or press B on both tasks again, to remove it.'}
            </p>
            <div
              data-fills=""
              style={{ '--chart-height': 'max(360px, calc(100dvh - var(--around)))' } as CSSProperties}
            >
              <TimelineChart
                {...shared}
                chart={chart}
                links={links}
                scale={scale}
                zoom={zoom}
                draft={draft}
                stop={stop}
                from={from}
                mayMove={mayMove}
                rest={source.rest}
                unlink={timeline.unlink}
                reveal={reveal}
                waiting={timeline.waiting}
                describedBy={hint}
              />
            </div>
            <TimelineAgenda {...shared} />
            {!timeline.complete && (
              <p role="status" className="pt-2 text-sm text-text-2">
                {partWords(cards.length, timeline.total, MOST, formats.number)}
              </p>
            )}
          </>
        )}
      </div>
      <BesideView {...{ peek, cards, viewer }} today={source.today} />
    </>
  );
}
