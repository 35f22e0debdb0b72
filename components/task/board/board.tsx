'use client';

import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { openOverlay } from '@/components/overlay/overlay';
import { useRowLinks } from '@/components/rows/row-links';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { columnIn, refusedMove } from '@/lib/workflow/vocabulary';
import { BoardLane } from '../group-board/board-lane';
import { peekAt, type Walk } from '../peek/use-peek';
import { useAnnouncer } from '../use-announcer';
import type { BoardCardProps, CardActions, PointerDrag } from './board-card';
import { BoardColumn } from './board-column';
import { type BoardColumn as Column, cardOf, idIn, type Target, taskOf } from './board-columns';
import type { BoardStore } from './board-store';
import type { CardCommand } from './card-commands';
import type { Drop } from './pointer-drag';
import { useBoardChanges } from './use-board-changes';
import { useBoardKeys } from './use-board-keys';
import { useCardCommands } from './use-card-commands';

/** Mouse, keys and menu all end in the same commit. */
export function Board({
  store,
  today,
  viewerId = '',
  marksAudience = false,
  readOnly = null,
  walk,
}: {
  store: BoardStore;
  today: string;
  viewerId?: string;
  marksAudience?: boolean;
  /** For viewers who never move anything: the reason, said of each card. */
  readOnly?: string | null;
  /** From task to task, for what is shown beside the board. */
  walk?: Ref<Walk>;
}) {
  const hint = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { region, say } = useAnnouncer();
  const changes = useBoardChanges(store, say);
  const [moving, setMoving] = useState<string | null>(null);
  const [held, setHeld] = useState<string | null>(null);
  const dialog = useOnDemand(loadMoveDialog);
  const openMove = (id: string) => {
    setMoving(id);
    dialog.press();
  };
  const { lanes, fold } = store;
  const feet = store.columns.flatMap(({ id, status = COMPLETED, hidden }) =>
    store.completed && (hidden > 0 || (status === COMPLETED && store.completed.all)) ? [id] : [],
  );
  const extras = { adds: store.add !== undefined, feet, folded: lanes ? undefined : fold?.closed };
  const run = (id: string, command: CardCommand) => commands.run(id, command);
  const keys = useBoardKeys({ board: scroller, store, extras, say, commit: changes.move, run });
  const { focus } = keys;
  useImperativeHandle(walk, () => focus.walk);
  const commands = useCardCommands({
    store,
    readOnly: readOnly !== null,
    today,
    viewerId,
    changes,
    say,
    openMove,
    titleOf: focus.elementOf,
  });
  const pointer = usePointerDrag(readOnly === null);
  useRowLinks(scroller, (link) =>
    store.open
      ? store.open(link.dataset.stop ?? '')
      : peekAt(link.closest<HTMLElement>('[data-row]')?.dataset.row ?? ''),
  );

  const mayDrag = (id: string) => {
    const card = cardOf(store.columns, id);
    return card !== undefined && store.refusal(card) === null;
  };
  /** Somebody pulled at a card that stays where it is. */
  const pulled = (id: string) => {
    const card = cardOf(store.columns, id);
    const why = card && store.refusal(card);
    if (!card || !why) return;
    say(why);
    showToast({ kind: 'info', text: bidi`${card.key} stays here. ${why}` });
  };
  const latest = useRef({ mayDrag, pulled, run, appeared: focus.appeared });
  latest.current = { mayDrag, pulled, run, appeared: focus.appeared };
  const { prefetch } = commands;
  const actions = useMemo<CardActions>(
    () => ({
      mayDrag: (id) => latest.current.mayDrag(id),
      pulled: (id) => latest.current.pulled(id),
      openMenu: (id) => latest.current.run(id, 'menu'),
      nearMenu: prefetch,
      appeared: (id) => latest.current.appeared(id),
    }),
    [prefetch],
  );

  // Fetched ahead, so that the menu and "Move to…" work offline too.
  useIdle(() => {
    dialog.prefetch();
    prefetch();
  });

  const dropped = useEffectEvent((drop: Drop) => void changes.move(drop.id, targetOf(drop)));
  const hold = useEffectEvent((id: string | null) => {
    setHeld(id);
    store.hold(id);
  });
  useEffect(() => {
    if (!pointer || !scroller.current) return;
    return pointer.watchDrags(scroller.current, { hold: (id) => hold(id), dropped: (drop) => dropped(drop) });
  }, [pointer]);

  const propsOf = (card: TaskCard): BoardCardProps => ({
    card,
    href: store.hrefOf(card),
    today,
    movable: readOnly === null && store.refusal(card) === null,
    ordered: !store.fields,
    marksStatus: store.columns[0]?.status === undefined,
    lifted: keys.lift?.id === card._id,
    flash: store.flashes[taskOf(card._id)],
    waiting: store.waiting.has(taskOf(card._id)),
    marksAudience,
    tabStop: focus.tabStops.has(card._id),
    focused: focus.focused === card._id,
    panel: commands.panelOf(card),
    actions,
    pointer,
  });

  const { workflow } = store;
  const inHand = held ?? keys.lift?.id;
  const leaving = inHand && cardOf(store.columns, inHand)?.status;
  const ruled = ({ status, lane }: Column) => {
    if (!workflow || status === undefined) return { limit: null, barred: null };
    const { colour, limit } = columnIn(workflow, status);
    return {
      tint: colour,
      limit: store.limits && lane === undefined ? limit : null,
      barred: leaving ? refusedMove(workflow, leaving, status) : null,
    };
  };
  const column = (one: Column) => (
    <BoardColumn
      key={one.id}
      column={one}
      {...ruled(one)}
      propsOf={propsOf}
      pointer={pointer}
      listHref={store.listHref}
      add={store.add}
      projectId={store.projectId}
      more={store.more}
      completed={feet.includes(one.id) ? store.completed : undefined}
      reveal={focus.reveal}
      tabStops={focus.tabStops}
      describedBy={readOnly ? hint : undefined}
      onFold={fold && !lanes ? () => fold.toggle(one.id) : undefined}
      closed={!lanes && fold?.closed.has(one.id)}
    />
  );
  const card = moving ? cardOf(store.columns, moving) : undefined;
  return (
    <>
      <p ref={region} role="status" className="sr-only" />
      {readOnly && (
        <p id={hint} className="sr-only">
          {readOnly}
        </p>
      )}
      <div
        ref={scroller}
        tabIndex={-1}
        data-full-width=""
        data-fills=""
        data-columns={lanes ? undefined : ''}
        className={cn(
          'edge-fade-x outline-none relative -m-1 flex min-h-72 snap-x snap-proximity scroll-px-1 gap-3 overflow-x-auto overflow-y-hidden p-1 max-sm:snap-mandatory',
          lanes && 'flex-col [--board-height:420px]',
        )}
      >
        {lanes
          ? lanes.map((lane) => (
              <BoardLane
                key={lane.id}
                lane={lane}
                closed={fold?.closed.has(lane.id) ?? false}
                onToggle={() => fold?.toggle(lane.id)}
              >
                {keys.columns.filter((one) => one.lane === lane.id).map(column)}
              </BoardLane>
            ))
          : keys.columns.map(column)}
      </div>
      {dialog.Part && card && (
        <dialog.Part
          key={card._id}
          open={dialog.open}
          onOpenChange={dialog.setOpen}
          card={card}
          columns={store.columns}
          workflow={workflow}
          lanes={lanes}
          ordered={!store.fields}
          filtered={store.filtered}
          onMove={(target) => {
            // In another column it is another card, which is there when the dialog has gone.
            if (changes.move(card._id, target) && store.fields) focus.expect(idIn(taskOf(card._id), target.column));
          }}
          onElsewhere={!store.open && store.rights(card).delete ? () => openOverlay('move-task') : undefined}
          finalFocus={() => focus.elementOf(card._id)}
        />
      )}
    </>
  );
}

function targetOf({ column, beside }: Drop): Target {
  if (!beside) return { column };
  return beside.edge === 'top' ? { column, before: beside.id } : { column, after: beside.id };
}

const loadMoveDialog = () => import('./move-dialog').then(({ MoveDialog }) => MoveDialog);

/** Runs once, when the page is idle. */
function useIdle(work: () => void): void {
  const now = useEffectEvent(work);
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => now(), 2000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(() => now(), { timeout: 5000 });
    return () => cancelIdleCallback(idle);
  }, []);
}

/** Loads the drag code once the board is on screen; without it the keys and the dialog still work. */
function usePointerDrag(wanted: boolean): PointerDrag | null {
  const [pointer, setPointer] = useState<PointerDrag | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    import('./pointer-drag').then(
      ({ dragCard, dropOnColumn, watchDrags }) => here && setPointer({ dragCard, dropOnColumn, watchDrags }),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [wanted]);
  return pointer;
}
