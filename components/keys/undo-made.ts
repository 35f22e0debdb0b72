import { loadAhead } from '@/components/overlay/load-ahead';
import type { TaskCard } from '@/lib/task/schema';
import { rememberSent } from './use-undo';

export type Made = Pick<TaskCard, '_id' | 'key'> & { subtasks?: readonly TaskCard[] };

const load = () => import('./remove-made');

/** Ctrl+Z takes a task that was made, and what was made below it, to the bin as long as it is one's own alone. */
export function rememberMade(sent: Promise<Made>, onUndone: () => void = () => undefined): void {
  loadAhead(load);
  rememberSent(sent, async (task) => (await load()).removeMade(task, onUndone));
}
