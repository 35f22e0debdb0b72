import type { TaskCard } from '@/lib/task/schema';

/** Between two tasks of a column (px). */
export const CARD_GAP = 8;

/** How tall a task is on the board (px): two lines of title and one below; a subtask names its parent in one more. */
export const heightOf = ({ parent }: Pick<TaskCard, 'parent'>): number => (parent ? 108 : 90);
