import { useEffect, useEffectEvent } from 'react';
import type { TaskCard } from '@/lib/task/schema';

/** `hidden`: it belongs to the view's projects, but its filters leave it out. */
type Place = 'shown' | 'hidden' | 'elsewhere';

const views = new Set<(card: TaskCard) => Place>();

/** Takes a task that was made beside the views of the page into them, and says whether one shows it now. */
export function showMade(card: TaskCard): Place {
  const places = [...views].map((show) => show(card));
  return (['shown', 'hidden'] as const).find((place) => places.includes(place)) ?? 'elsewhere';
}

export function useMadeTasks(show: (card: TaskCard) => Place): void {
  const onMade = useEffectEvent(show);
  useEffect(() => {
    const view = (card: TaskCard) => onMade(card);
    views.add(view);
    return () => void views.delete(view);
  }, []);
}

/** The link of a row or card, wherever the page has it. */
export const titleOnPage = (key: string): HTMLElement | null =>
  document.querySelector(`[data-row="${CSS.escape(key)}"] [data-title]`);
