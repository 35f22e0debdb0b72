'use client';

import { type ComponentType, type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { RECENT_DAYS } from '@/lib/task/vocabulary';
import { QuickAdd, type QuickTask } from '../quick/quick-add';
import { BoardCard, type BoardCardProps, type PointerDrag } from './board-card';
import { type BoardColumn as Column, shownIn } from './board-columns';
import { footStop, type Stop } from './board-stops';
import type { BoardStore } from './board-store';
import { ColumnHead } from './column-head';
import type { VirtualCardsProps } from './virtual-cards';

/** From this many cards on, or where more follow, only those in view are rendered. */
const MANY = 100;

/** The server writes as many as a tall screen shows, and a link to all; the browser draws the others. */
const FIRST = 12;

export type BoardColumnProps = {
  column: Column;
  /** Of its mark, where it is not the usual one. */
  tint?: string | null;
  limit: number | null;
  /** Why the task in hand may not be put here. */
  barred: string | null;
  propsOf: (card: TaskCard) => BoardCardProps;
  pointer: PointerDrag | null;
  listHref: BoardStore['listHref'];
  add?: BoardStore['add'];
  projectId: string | undefined;
  more?: (column: string) => void;
  /** Present only where long completed tasks are hidden. */
  completed?: BoardStore['completed'];
  /** A card to scroll into view; a new object asks again. */
  reveal: { id: string } | null;
  tabStops: ReadonlySet<Stop>;
  describedBy: string | undefined;
  /** Closes it to a strip, or opens it. Absent where columns do not fold. */
  onFold?: () => void;
  closed?: boolean;
};

export function BoardColumn(props: BoardColumnProps) {
  const {
    column,
    tint,
    limit,
    barred,
    propsOf,
    pointer,
    listHref,
    add,
    more,
    completed,
    reveal,
    tabStops,
    describedBy,
    onFold,
    closed = false,
  } = props;
  const { id, label, hidden, docs, next_cursor: cursor } = column;
  const section = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const [adding, setAdding] = useState(false);
  const heading = useId();
  const hydrated = useHydrated();
  const rest = shownIn(column) - FIRST;
  const Virtual = useVirtualCards(docs.length > MANY || cursor !== null);

  useEffect(() => {
    const box = closed ? section.current : list.current;
    if (!pointer || !section.current || !box) return;
    return pointer.dropOnColumn(section.current, box, id, setOver);
  }, [pointer, id, closed]);

  async function addHere(task: QuickTask) {
    await add?.(id, task);
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }

  return (
    <section
      ref={section}
      aria-labelledby={heading}
      aria-describedby={describedBy}
      className={cn(
        'flex max-h-(--board-height) snap-center flex-col rounded-xl border transition-colors',
        closed ? 'w-11 shrink-0' : 'min-w-60 max-w-80 flex-1 max-sm:max-w-none max-sm:min-w-[85vw]',
        barred
          ? 'border-border bg-canvas opacity-60'
          : over
            ? 'border-accent bg-accent-soft'
            : 'border-border bg-sunken',
      )}
    >
      <ColumnHead
        column={column}
        heading={heading}
        tabStops={tabStops}
        onAdd={add && (() => setAdding(true))}
        tint={tint}
        limit={limit}
        onFold={onFold}
        closed={closed}
      />
      {barred && !closed && <p className="px-3 pb-2 text-sm text-text-2">{barred}</p>}
      {!closed && (
        <>
          {/* Not a stop of Tab by itself, as scrolling boxes are: the keys reach its tasks. */}
          <div ref={list} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2 outline-none">
            {Virtual ? (
              <Virtual
                cards={docs}
                propsOf={propsOf}
                scroller={list}
                reveal={reveal}
                tabStop={docs.find(({ _id }) => tabStops.has(_id))?._id}
              />
            ) : (
              <ul className="flex flex-col gap-2 pt-1.5">
                {(hydrated ? docs : docs.slice(0, FIRST)).map((card) => (
                  <BoardCard key={card._id} {...propsOf(card)} />
                ))}
                {!hydrated && rest > 0 && listHref && (
                  <li className="py-1 text-center text-sm">
                    <a href={listHref(id)} className="text-accent-text hover:underline">
                      {rest} more in {label}
                    </a>
                  </li>
                )}
              </ul>
            )}
            {docs.length === 0 && hidden === 0 && (
              <Nothing mayAdd={add !== undefined} adding={adding} onAdd={() => setAdding(true)} />
            )}
            {cursor && more && (
              <More key={cursor} scroller={list} load={() => more(id)} left={shownIn(column) - docs.length} />
            )}
            {completed && !cursor && (
              <Older
                hidden={hidden}
                tabStop={tabStops.has(footStop(id))}
                stop={footStop(id)}
                all={completed.all}
                onToggle={() => completed.showAll(!completed.all)}
              />
            )}
          </div>
          {add && adding && (
            <div className="shrink-0 px-2 pb-2">
              <QuickAdd
                label={bidi`New task in ${label}`}
                projectId={props.projectId}
                add={addHere}
                onClose={() => setAdding(false)}
              />
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Nothing({ mayAdd, adding, onAdd }: { mayAdd: boolean; adding: boolean; onAdd: () => void }) {
  return (
    <div className="flex min-h-24 flex-col items-center justify-center gap-1 rounded-lg border border-dashed border-border-strong p-3 text-center text-sm text-text-3">
      {mayAdd ? 'Drop tasks here' : 'No tasks here'}
      {mayAdd && !adding && (
        <Button variant="quiet" size="compact" tabIndex={-1} onClick={onAdd}>
          Add
        </Button>
      )}
    </div>
  );
}

function Older({
  hidden,
  all,
  stop,
  tabStop,
  onToggle,
}: {
  hidden: number;
  all: boolean;
  stop: Stop;
  tabStop: boolean;
  onToggle: () => void;
}) {
  return (
    <div className="flex flex-col items-center gap-0.5 px-2 pt-3 pb-1 text-center text-xs text-text-3">
      {all
        ? 'All completed tasks are shown.'
        : `${hidden} ${hidden === 1 ? 'task' : 'tasks'} completed more than ${RECENT_DAYS} days ago`}
      <Button variant="quiet" size="compact" tabIndex={tabStop ? 0 : -1} data-stop={stop} onClick={onToggle}>
        {all ? `Show the last ${RECENT_DAYS} days` : 'Show all'}
      </Button>
    </div>
  );
}

function More({
  scroller,
  load,
  left,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  load: () => void;
  left: number;
}) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (!end.current) return;
    // A busy page hears of several looks at once, of which only the last may have seen it.
    const watch = new IntersectionObserver((looks) => looks.some((one) => one.isIntersecting) && latest.current(), {
      root: scroller.current,
      rootMargin: '400px',
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [scroller]);
  return (
    <div ref={end} className="pt-2 text-center">
      <Button variant="quiet" size="compact" tabIndex={-1} onClick={load}>
        {left > 0 ? `${left} more` : 'More'}
      </Button>
    </div>
  );
}

const never = () => () => undefined;

/** False on the server and in the browser's first drawing, which has to be the same. */
const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

function useVirtualCards(wanted: boolean): ComponentType<VirtualCardsProps> | null {
  const [part, setPart] = useState<{ Part: ComponentType<VirtualCardsProps> } | null>(null);
  useEffect(() => {
    if (!wanted || part) return;
    import('./virtual-cards').then(
      ({ VirtualCards }) => setPart({ Part: VirtualCards }),
      () => undefined,
    );
  }, [wanted, part]);
  return wanted && part ? part.Part : null;
}
