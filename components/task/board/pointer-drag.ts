import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { dragByTouch, type Point, under } from '@/components/drag/touch-drag';

/** Loaded once the board is on screen: reading one needs nothing of it. */

type End = () => void;
export type Edge = 'top' | 'bottom';

const KIND = 'task';
const idOf = (data: Record<string | symbol, unknown>) => (data.kind === KIND ? (data.id as string) : null);
const edgeOf = (data: Record<string | symbol, unknown>): Edge =>
  extractClosestEdge(data) === 'top' ? 'top' : 'bottom';

const all =
  (...ends: End[]): End =>
  () => {
    for (const end of ends) end();
  };

type Card = {
  mayDrag: () => boolean;
  refused: () => void;
  dragging: (on: boolean) => void;
  edge: (edge: Edge | null) => void;
};

/** What a finger finds below itself; the browser tells it of a mouse. */
const cards = new WeakMap<Element, { id: string; element: Element; tell: Card }>();
const columns = new WeakMap<Element, { column: string; over: (on: boolean) => void }>();
const boards = new Map<Element, Watcher>();

export function dragCard(element: HTMLElement, id: string, tell: Card): End {
  cards.set(element, { id, element, tell });
  return all(
    () => cards.delete(element),
    touchCard(element, id, tell),
    draggable({
      element,
      // Asked when a drag begins.
      canDrag: () => {
        const may = tell.mayDrag();
        if (!may) tell.refused();
        return may;
      },
      getInitialData: () => ({ kind: KIND, id }),
      onDragStart: () => tell.dragging(true),
      onDrop: () => tell.dragging(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => idOf(source.data) !== null && idOf(source.data) !== id,
      getData: ({ input }) =>
        attachClosestEdge({ kind: KIND, id }, { element, input, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self }) => tell.edge(edgeOf(self.data)),
      onDragLeave: () => tell.edge(null),
      onDrop: () => tell.edge(null),
    }),
  );
}

export function dropOnColumn(
  element: HTMLElement,
  list: HTMLElement,
  column: string,
  over: (on: boolean) => void,
): End {
  columns.set(element, { column, over });
  return all(
    () => columns.delete(element),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => idOf(source.data) !== null,
      getData: () => ({ column }),
      onDragEnter: () => over(true),
      onDragLeave: () => over(false),
      onDrop: () => over(false),
    }),
    autoScrollForElements({ element: list, canScroll: ({ source }) => idOf(source.data) !== null }),
  );
}

export type Drop = { id: string; column: string; beside?: { id: string; edge: Edge } };

type Watcher = { hold: (id: string | null) => void; dropped: (drop: Drop) => void };

/** Watches drags, and scrolls the board sideways at its edges. */
export function watchDrags(scroller: HTMLElement, tell: Watcher): End {
  boards.set(scroller, tell);
  return all(
    () => boards.delete(scroller),
    autoScrollForElements({ element: scroller, canScroll: ({ source }) => idOf(source.data) !== null }),
    monitorForElements({
      canMonitor: ({ source }) => idOf(source.data) !== null,
      onDragStart: ({ source }) => tell.hold(idOf(source.data)),
      onDrop: ({ source, location }) => {
        tell.hold(null);
        const id = idOf(source.data);
        const targets = location.current.dropTargets;
        const column = targets.find(({ data }) => typeof data.column === 'string');
        if (id === null || !column) return;
        const card = targets.find(({ data }) => idOf(data) !== null);
        tell.dropped({
          id,
          column: column.data.column as string,
          ...(card && { beside: { id: idOf(card.data) as string, edge: edgeOf(card.data) } }),
        });
      },
    }),
  );
}

function touchCard(element: HTMLElement, id: string, tell: Card): End {
  let board: Watcher | undefined;
  let target: {
    card?: { id: string; edge: Edge; tell: Card };
    column?: { column: string; over: (on: boolean) => void };
  } = {};
  const aim = (at: Point | null) => {
    const card = at ? under(at, cards) : undefined;
    const column = at ? under(at, columns) : undefined;
    const other = at && card && card.id !== id ? { ...card, edge: edgeAt(card.element, at) } : undefined;
    if (target.card && target.card.id !== other?.id) target.card.tell.edge(null);
    other?.tell.edge(other.edge);
    if (target.column !== column) {
      target.column?.over(false);
      column?.over(true);
    }
    target = { ...(other && { card: other }), ...(column && { column }) };
    return card?.id === id;
  };
  return dragByTouch(element, {
    ghost: true,
    mayLift: tell.mayDrag,
    refused: tell.refused,
    lifted: () => {
      board = [...boards].find(([scroller]) => scroller.contains(element))?.[1];
      tell.dragging(true);
      board?.hold(id);
    },
    moved: (at) => void aim(at),
    dropped: (at) => {
      const isBack = aim(at);
      const { card, column } = target;
      aim(null);
      tell.dragging(false);
      board?.hold(null);
      if (column && !isBack)
        board?.dropped({ id, column: column.column, ...(card && { beside: { id: card.id, edge: card.edge } }) });
    },
  });
}

function edgeAt(element: Element, { y }: Point): Edge {
  const { top, height } = element.getBoundingClientRect();
  return y < top + height / 2 ? 'top' : 'bottom';
}
