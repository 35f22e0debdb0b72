import { endOfWeek } from '@/components/ui/form/days';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED, PRIORITIES, STATUSES, TASK_SORTS } from '@/lib/task/vocabulary';

/** What a view of tasks is narrowed to. Lives in the address, so that every view can be linked. */
export type TaskFilters = {
  q?: string;
  mine?: true;
  due?: 'week' | 'overdue';
  audience?: 'client' | 'internal';
  priority?: (typeof PRIORITIES)[number];
  status?: number;
  sort?: (typeof TASK_SORTS)[number];
};

/** Where the filters are: a path, and the parameters that are not filters but belong to the view. */
export type FilterAddress = { path: string; keep: Readonly<Record<string, string | undefined>> };

type Params = Readonly<Record<string, string | string[] | undefined>>;

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)?.trim() || undefined;
const among = <T extends string>(values: readonly T[], value: string | undefined) =>
  values.find((candidate) => candidate === value);

/** The filters in an address. What makes no sense is left out. */
export function readFilters(params: Params): TaskFilters {
  const status = STATUSES.find(({ code }) => String(code) === one(params.status))?.code;
  const q = one(params.q)?.slice(0, 200);
  const due = among(['week', 'overdue'], one(params.due));
  const audience = among(['client', 'internal'], one(params.audience));
  const priority = among(PRIORITIES, one(params.priority));
  const sort = among(TASK_SORTS, one(params.sort));
  return {
    ...(q && { q }),
    ...(one(params.assignee) === 'me' && { mine: true as const }),
    ...(due && { due }),
    ...(audience && { audience }),
    ...(priority && { priority }),
    ...(status && { status }),
    ...(sort && { sort }),
  };
}

/** The address of the same view with these filters. */
export function filterHref({ path, keep }: FilterAddress, filters: TaskFilters): string {
  const query = new URLSearchParams();
  const { mine, status, ...plain } = filters;
  const values = { ...keep, ...plain, assignee: mine && 'me', status: status && String(status) };
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** How many things the view is narrowed by; the order of rows is none. */
export const activeFilters = ({ sort: _order, ...filters }: TaskFilters): number =>
  Object.values(filters).filter((value) => value !== undefined).length;

/**
 * The filters as `taskList` and `taskListByProject` take them. `today` is the viewer's calendar day, `firstDay` the
 * weekday on which their weeks begin.
 */
export function filterQuery(filters: TaskFilters, today: string, firstDay = 1): Record<string, string> {
  const { q, mine, due, audience, priority, status, sort } = filters;
  return {
    ...(q && { q }),
    ...(mine && { assignee: 'me' }),
    ...(due === 'week' && { due_after: today, due_before: endOfWeek(today, firstDay) }),
    ...(due === 'overdue' && { overdue: 'true' }),
    ...(audience && { audience }),
    ...(priority && { priority }),
    ...(status && { status: String(status) }),
    ...(sort && { sort }),
  };
}

/** Whether a task that has just changed still belongs to the view. Says the same as the server would. */
export function matchesFilters(
  card: TaskCard,
  filters: TaskFilters,
  memberId: string,
  today: string,
  firstDay = 1,
): boolean {
  const { q, mine, due, audience, priority, status } = filters;
  const { due_date: date } = card;
  const text = q?.toLowerCase();
  return (
    (!text || card.title.toLowerCase().includes(text) || card.key.toLowerCase().includes(text)) &&
    (!mine || card.assignees.some(({ _id }) => _id === memberId)) &&
    (due !== 'week' || (date !== null && date >= today && date <= endOfWeek(today, firstDay))) &&
    (due !== 'overdue' || (date !== null && date < today && card.status !== COMPLETED)) &&
    (!audience || card.audience === audience) &&
    (!priority || card.priority === priority) &&
    (!status || card.status === status)
  );
}
