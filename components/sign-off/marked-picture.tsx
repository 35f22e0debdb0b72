'use client';

import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { cn } from '@/lib/class-names';
import { placeInWords } from '@/lib/sign-off/vocabulary';

export type Point = { key: string; number: number; x: number; y: number; said: string };

const clamp = (share: number) => Math.min(1, Math.max(0, Math.round(share * 1000) / 1000));

/** A picture with numbered points. Pressing it sets one; arrows move the one that has the focus, Delete removes it. */
export function MarkedPicture({
  src,
  name,
  points,
  onAdd,
  onMove,
  onRemove,
}: {
  src: string;
  name: string;
  points: readonly Point[];
  /** Not given: nothing is changed. */
  onAdd?: (x: number, y: number) => void;
  onMove?: (key: string, x: number, y: number) => void;
  onRemove?: (key: string) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  function add(event: MouseEvent) {
    const box = frame.current?.getBoundingClientRect();
    if (!box || !onAdd || event.target instanceof HTMLButtonElement) return;
    onAdd(clamp((event.clientX - box.left) / box.width), clamp((event.clientY - box.top) / box.height));
  }
  function onKey(event: KeyboardEvent, { key, x, y }: Point) {
    const step = event.shiftKey ? 0.05 : 0.01;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (by && onMove) {
      event.preventDefault();
      onMove(key, clamp(x + (by[0] ?? 0)), clamp(y + (by[1] ?? 0)));
    }
    if (event.key === 'Delete' && onRemove) onRemove(key);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; keys set points by the button below
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div ref={frame} onClick={add} className={cn('relative mx-auto w-fit max-w-full', onAdd && 'cursor-crosshair')}>
      {/* biome-ignore lint/performance/noImgElement: the optimiser cannot call authorised routes */}
      <img src={src} alt={name} className="max-h-[60dvh] max-w-full rounded-lg border border-border" />
      {points.map((point) => (
        <button
          key={point.key}
          type="button"
          data-point={point.key}
          aria-label={`Remark ${point.number}, ${placeInWords(point)}${point.said ? `: ${point.said}` : ''}`}
          onKeyDown={(event) => onKey(event, point)}
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
          className="absolute flex size-6 -translate-1/2 items-center justify-center rounded-full border-2 border-surface bg-accent text-xs font-semibold text-on-accent tabular-nums shadow-e2"
        >
          {point.number}
        </button>
      ))}
    </div>
  );
}
