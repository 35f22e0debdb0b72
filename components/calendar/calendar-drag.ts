import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { dragByTouch, type Point, under } from '@/components/drag/touch-drag';

/** Loaded once the calendar is on screen: reading one needs nothing of it. */

type End = () => void;
const KIND = 'calendar';
const idOf = (data: Record<string | symbol, unknown>) => (data.kind === KIND ? (data.id as string) : null);

type Item = { mayDrag: () => boolean; dragging: (on: boolean) => void };
type Day = { day: string; over: (on: boolean) => void };
type Watcher = {
  hold: (id: string | null) => void;
  /** Somebody pulled at what may not be moved. */
  refused: (id: string) => void;
  dropped: (id: string, day: string) => void;
};

/** What a finger finds below itself; the browser tells it of a mouse. */
const days = new WeakMap<Element, Day>();
let watcher: Watcher | null = null;

export function dragItem(element: HTMLElement, id: string, tell: Item): End {
  const ends = [
    draggable({
      element,
      // Asked when a drag begins.
      canDrag: () => {
        const may = tell.mayDrag();
        if (!may) watcher?.refused(id);
        return may;
      },
      getInitialData: () => ({ kind: KIND, id }),
      onDragStart: () => tell.dragging(true),
      onDrop: () => tell.dragging(false),
    }),
    touchItem(element, id, tell),
  ];
  return () => {
    for (const end of ends) end();
  };
}

export function dropOnDay(element: HTMLElement, day: string, over: (on: boolean) => void): End {
  days.set(element, { day, over });
  const end = dropTargetForElements({
    element,
    canDrop: ({ source }) => idOf(source.data) !== null,
    getData: () => ({ day }),
    onDragEnter: () => over(true),
    onDragLeave: () => over(false),
    onDrop: () => over(false),
  });
  return () => {
    days.delete(element);
    end();
  };
}

export function watchDrags(tell: Watcher): End {
  watcher = tell;
  const end = monitorForElements({
    canMonitor: ({ source }) => idOf(source.data) !== null,
    onDragStart: ({ source }) => tell.hold(idOf(source.data)),
    onDrop: ({ source, location }) => {
      tell.hold(null);
      const id = idOf(source.data);
      const day = location.current.dropTargets[0]?.data.day;
      if (id !== null && typeof day === 'string') tell.dropped(id, day);
    },
  });
  return () => {
    if (watcher === tell) watcher = null;
    end();
  };
}

function touchItem(element: HTMLElement, id: string, tell: Item): End {
  let target: Day | undefined;
  const aim = (at: Point | null) => {
    const day = at ? under(at, days) : undefined;
    if (day === target) return;
    target?.over(false);
    day?.over(true);
    target = day;
  };
  return dragByTouch(element, {
    ghost: true,
    mayLift: tell.mayDrag,
    refused: () => watcher?.refused(id),
    lifted: () => {
      tell.dragging(true);
      watcher?.hold(id);
    },
    moved: aim,
    dropped: (at) => {
      aim(at);
      const day = target?.day;
      aim(null);
      tell.dragging(false);
      watcher?.hold(null);
      if (day) watcher?.dropped(id, day);
    },
  });
}
