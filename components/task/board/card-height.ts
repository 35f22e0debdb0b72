import type { TaskCard } from '@/lib/task/schema';

/** Between two cards (px). */
export const CARD_GAP = 8;

/** A card's height (px): two lines of title and one below; a subtask names its parent in one more. */
export const heightOf = ({ parent }: Pick<TaskCard, 'parent'>): number => (parent ? 108 : 90);
