import type { TaskCard } from './schema';
import { statusOf } from './vocabulary';

/** What most tasks of a list have. */
const USUAL = {
  priority: 'none',
  audience: 'internal',
  hidden_assignees: false,
  parent: null,
  category_id: null,
  start_date: null,
  due_date: null,
  estimate_minutes: null,
  completed_at: null,
  comment_count: 0,
  version: 1,
} as const satisfies Partial<TaskCard>;

type Known = keyof typeof USUAL | 'status_label' | 'number';
export type LeanCard = Omit<TaskCard, Known> & Partial<Pick<TaskCard, Known>>;

const knownOf = ({ key, status }: Pick<TaskCard, 'key' | 'status'>) => ({
  ...USUAL,
  status_label: statusOf(status)?.label ?? '',
  number: Number(key.slice(key.lastIndexOf('-') + 1)),
});

/** A card on its way into a page: what is as usual, or follows from the rest, would be a seventh of a list's HTML. */
export function leanCard(card: TaskCard): LeanCard {
  const known: Partial<Record<string, unknown>> = knownOf(card);
  return Object.fromEntries(
    Object.entries(card).filter(([name, value]) => !(name in known) || known[name] !== value),
  ) as LeanCard;
}

export const wholeCard = (card: LeanCard): TaskCard => ({ ...knownOf(card), ...card });
