'use client';

import { useCallback, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useOnDemand } from '@/components/shell/on-demand';
import { KeyHint } from '@/components/ui/key-hint';
import type { TaskCard } from '@/lib/task/schema';
import { useAnnouncer } from '../use-announcer';
import type { BoardCardProps, CardActions, PointerDrag } from './board-card';
import { BoardColumn } from './board-column';
import { cardOf, type Placement } from './board-state';
import type { BoardStore } from './board-store';
import type { Drop } from './pointer-drag';
import { useBoardKeys } from './use-board-keys';
import { useBoardMoves } from './use-board-moves';

/** The board: five columns, moved by mouse, by keys or by "Move to…", which all end in one commit. */
export function Board({
  store,
  today,
  marksAudience = false,
  readOnly = null,
}: {
  store: BoardStore;
  /** The viewer's calendar day. */
  today: string;
  /** Marks what clients can see. */
  marksAudience?: boolean;
  /** For viewers who never move anything: says so, and why. */
  readOnly?: string | null;
}) {
  const hint = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { region, say } = useAnnouncer();
  const commit = useBoardMoves(store, say);
  const [moving, setMoving] = useState<string | null>(null);
  const dialog = useOnDemand(loadMoveDialog);
  const openMove = (id: string) => {
    setMoving(id);
    if (dialog.Part) dialog.setOpen(true);
    else dialog.press();
  };
  const keys = useBoardKeys({ board: scroller, store, say, commit, openMove });
  const pointer = usePointerDrag(readOnly === null);

  const mayDrag = (id: string) => {
    const card = cardOf(store.columns, id);
    return card !== undefined && store.refusal(card) === null;
  };
  const open = (id: string) => store.open?.(id);
  const latest = useRef({ mayDrag, openMove, open, appeared: keys.appeared });
  latest.current = { mayDrag, openMove, open, appeared: keys.appeared };
  const actions = useMemo<CardActions>(
    () => ({
      mayDrag: (id) => latest.current.mayDrag(id),
      openMove: (id) => latest.current.openMove(id),
      open: (id) => latest.current.open(id),
      appeared: (id) => latest.current.appeared(id),
    }),
    [],
  );

  const dropped = useEffectEvent((drop: Drop) => void commit(drop.id, placementOf(drop)));
  const hold = useEffectEvent((id: string | null) => store.hold(id));
  useEffect(() => {
    if (!pointer || !scroller.current) return;
    return pointer.watchDrags(scroller.current, { hold: (id) => hold(id), dropped: (drop) => dropped(drop) });
  }, [pointer]);

  const propsOf = (card: TaskCard): BoardCardProps => ({
    card,
    href: store.hrefOf(card),
    opensInPlace: store.open !== undefined,
    today,
    movable: readOnly === null && store.refusal(card) === null,
    lifted: keys.lift?.id === card._id,
    flash: store.flashes[card._id],
    waiting: store.waiting.has(card._id),
    marksAudience,
    actions,
    pointer,
  });

  const closeMove = useCallback(
    (open: boolean) => {
      dialog.setOpen(open);
    },
    [dialog.setOpen],
  );
  const card = moving ? cardOf(store.columns, moving) : undefined;
  return (
    <>
      <p ref={region} role="status" className="sr-only" />
      <p id={hint} className="flex items-center gap-1.5 pb-2 text-xs text-text-3 max-sm:hidden">
        {readOnly ?? (
          <>
            <KeyHint keys="Space" />
            <span className="sr-only">Space</span> lifts a task, arrows move it
            <KeyHint keys="M" />
            <span className="sr-only">M</span> moves it to…
            <KeyHint keys="Ctrl Z" />
            <span className="sr-only">Control Z</span> undoes
          </>
        )}
      </p>
      {readOnly && <p className="pb-2 text-xs text-text-3 sm:hidden">{readOnly}</p>}
      <div
        ref={scroller}
        className="relative -m-1 flex min-h-72 snap-x snap-proximity scroll-px-1 gap-3 overflow-x-auto overflow-y-hidden p-1 max-sm:snap-mandatory"
      >
        {keys.columns.map((column) => (
          <BoardColumn
            key={column.status}
            column={column}
            propsOf={propsOf}
            pointer={pointer}
            add={store.add}
            more={store.more}
            reveal={keys.reveal}
            describedBy={readOnly ? hint : undefined}
          />
        ))}
      </div>
      {dialog.Part && card && (
        <dialog.Part
          key={card._id}
          open={dialog.open}
          onOpenChange={closeMove}
          card={card}
          columns={store.columns}
          onMove={(placement) => commit(card._id, placement)}
          finalFocus={() => keys.titleOf(card._id)}
        />
      )}
    </>
  );
}

function placementOf({ status, beside }: Drop): Placement {
  if (!beside) return { status };
  return beside.edge === 'top' ? { status, before: beside.id } : { status, after: beside.id };
}

const loadMoveDialog = () => import('./move-dialog').then(({ MoveDialog }) => MoveDialog);

/** The code for dragging, once the board is on screen; without it the keys and the dialog still work. */
function usePointerDrag(wanted: boolean): PointerDrag | null {
  const [pointer, setPointer] = useState<PointerDrag | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    import('./pointer-drag').then(
      (module) => here && setPointer(module),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [wanted]);
  return pointer;
}
