import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Item } from '@/components/file/item';
import { type Dropped, droppedFiles } from '@/components/file/upload/dropped';

const OURS = 'application/x-file-items';

type Drops = {
  /** Whether files may be added here now. */
  adds: boolean;
  /** What is carried when this row is dragged. */
  carried: (id: string) => readonly Item[];
  onFiles: (dropped: Promise<Dropped[]>, onto: string | null) => void;
  /** `to` null: the root of the space; `project` null: the organisation's own, not given: where they are. */
  onMove: (moved: readonly Item[], to: string | null, name: string, project?: string | null) => void;
};

/**
 * Dragging rows onto folders, the tree and the breadcrumb (`data-drop`: the folder's id, or '' for the root;
 * `data-drop-project`: its project, where that may be another), and files
 * from outside onto the page or a folder. Everything has a path without dragging too: "Move to…" and Upload.
 */
export function useDrop(region: RefObject<HTMLElement | null>, drops: Drops): void {
  const latest = useEffectEvent(() => drops);
  useEffect(() => {
    let moved: readonly Item[] = [];
    let over: HTMLElement | null = null;
    const mark = (element: HTMLElement | null) => {
      over?.removeAttribute('data-drop-over');
      over = element;
      over?.setAttribute('data-drop-over', '');
    };
    const brings = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const start = (event: DragEvent) => {
      const row = event.target instanceof Element && event.target.closest<HTMLElement>('[data-item]');
      if (!row || !region.current?.contains(row) || !event.dataTransfer) return;
      moved = latest()
        .carried(row.dataset.item ?? '')
        .filter(({ rights }) => rights.edit);
      event.dataTransfer.setData(OURS, '');
      event.dataTransfer.effectAllowed = 'move';
    };
    const above = (event: DragEvent) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drop]') : null;
      if (brings(event)) {
        if (!latest().adds) return;
        event.preventDefault();
        mark(target?.matches('[data-item]') ? target : region.current);
      } else if (moved.length > 0) {
        const free = target && !moved.some(({ _id }) => _id === target.dataset.drop);
        if (free) event.preventDefault();
        mark(free ? target : null);
      }
    };
    const drop = (event: DragEvent) => {
      const target = over;
      mark(null);
      if (!event.dataTransfer || !target) return;
      event.preventDefault();
      const { drop: to = '', dropName, dropProject, item } = target.dataset;
      if (brings(event)) latest().onFiles(droppedFiles(event.dataTransfer), item ?? null);
      else if (moved.length > 0)
        latest().onMove(
          moved,
          to || null,
          dropName ?? target.querySelector('[data-name]')?.textContent ?? 'the folder',
          dropProject === undefined ? undefined : dropProject || null,
        );
      moved = [];
    };
    const end = () => {
      moved = [];
      mark(null);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && mark(null);
    const listeners = { dragstart: start, dragover: above, drop, dragend: end, dragleave: leave };
    for (const [name, listen] of Object.entries(listeners)) document.addEventListener(name, listen as EventListener);
    return () => {
      for (const [name, listen] of Object.entries(listeners))
        document.removeEventListener(name, listen as EventListener);
    };
  }, [region]);
}
