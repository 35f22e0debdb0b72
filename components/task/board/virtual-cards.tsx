'use client';

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import type { TaskCard } from '@/lib/task/schema';
import { BoardCard, type BoardCardProps } from './board-card';
import { CARD_GAP, heightOf } from './card-height';

export type VirtualCardsProps = {
  cards: readonly TaskCard[];
  propsOf: (card: TaskCard) => BoardCardProps;
  scroller: RefObject<HTMLElement | null>;
  reveal: { id: string } | null;
  /** Rendered wherever the column is scrolled to. */
  tabStop: string | undefined;
};

export function VirtualCards({ cards, propsOf, scroller, reveal, tabStop }: VirtualCardsProps) {
  const kept = tabStop === undefined ? -1 : cards.findIndex(({ _id }) => _id === tabStop);
  const rows = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(cards[index] ?? { parent: null }),
    getItemKey: (index) => cards[index]?._id ?? index,
    gap: CARD_GAP,
    overscan: 8,
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), kept),
  });
  // A subtask is taller, so offsets change when cards come or go.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cards are what it reacts to
  useLayoutEffect(() => rows.measure(), [cards]);
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
        return card && <BoardCard key={key} {...propsOf(card)} start={start} />;
      })}
    </ul>
  );
}

const withIndex = (shown: number[], index: number): number[] =>
  index < 0 || shown.includes(index) ? shown : [...shown, index].sort((one, other) => one - other);
