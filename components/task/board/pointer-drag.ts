import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';

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

export function dragCard(
  element: HTMLElement,
  id: string,
  tell: { mayDrag: () => boolean; dragging: (on: boolean) => void; edge: (edge: Edge | null) => void },
): End {
  return all(
    draggable({
      element,
      canDrag: tell.mayDrag,
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
  status: number,
  over: (on: boolean) => void,
): End {
  return all(
    dropTargetForElements({
      element,
      canDrop: ({ source }) => idOf(source.data) !== null,
      getData: () => ({ status }),
      onDragEnter: () => over(true),
      onDragLeave: () => over(false),
      onDrop: () => over(false),
    }),
    autoScrollForElements({ element: list, canScroll: ({ source }) => idOf(source.data) !== null }),
  );
}

export type Drop = { id: string; status: number; beside?: { id: string; edge: Edge } };

/** Watches drags, and scrolls the board sideways at its edges. */
export function watchDrags(
  scroller: HTMLElement,
  tell: { hold: (id: string | null) => void; dropped: (drop: Drop) => void },
): End {
  return all(
    autoScrollForElements({ element: scroller, canScroll: ({ source }) => idOf(source.data) !== null }),
    monitorForElements({
      canMonitor: ({ source }) => idOf(source.data) !== null,
      onDragStart: ({ source }) => tell.hold(idOf(source.data)),
      onDrop: ({ source, location }) => {
        tell.hold(null);
        const id = idOf(source.data);
        const targets = location.current.dropTargets;
        const column = targets.find(({ data }) => typeof data.status === 'number');
        if (id === null || !column) return;
        const card = targets.find(({ data }) => idOf(data) !== null);
        tell.dropped({
          id,
          status: column.data.status as number,
          ...(card && { beside: { id: idOf(card.data) as string, edge: edgeOf(card.data) } }),
        });
      },
    }),
  );
}
