'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { TaskCard } from '@/lib/task/schema';
import { BoardCard, type BoardCardProps } from './board-card';

export type VirtualCardsProps = {
  cards: readonly TaskCard[];
  propsOf: (card: TaskCard) => BoardCardProps;
  scroller: RefObject<HTMLElement | null>;
  reveal: { id: string } | null;
};

const GAP = 8;
const USUAL_HEIGHT = 88;

/** The cards of a long column, as many as are in view. Fetched with the hundredth card. */
export function VirtualCards({ cards, propsOf, scroller, reveal }: VirtualCardsProps) {
  const rows = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => cards[index]?._id ?? index,
    gap: GAP,
    overscan: 8,
  });
  const show = useEffectEvent((id: string) => {
    const index = cards.findIndex(({ _id }) => _id === id);
    if (index >= 0) rows.scrollToIndex(index, { align: 'auto' });
  });
  useEffect(() => {
    if (reveal) show(reveal.id);
  }, [reveal]);
  return (
    <ul className="relative mt-1.5" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const card = cards[index];
        return (
          card && <BoardCard key={key} {...propsOf(card)} place={{ start, index, measure: rows.measureElement }} />
        );
      })}
    </ul>
  );
}
