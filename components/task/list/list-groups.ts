import { bidi } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import type { TaskGroupRecord } from '@/lib/task-group/schema';
import {
  fixedGroups,
  type Grouper,
  type Grouping,
  groupOf,
  groupWords,
  HIDDEN,
  NONE,
} from '@/lib/task-group/vocabulary';

/** `total` is null where nobody counted and more may come. `status`: of groups by status, else 0. */
export type Group = { key: string; status: number; label: string; docs: readonly TaskCard[]; total: number | null };

type Source = {
  group: Grouping;
  by: Grouper;
  docs: readonly TaskCard[];
  /** Tasks by group, where the server counted them. */
  totals: Readonly<Record<string, number>> | null;
  /** Names by id in the server's order, of groups that are called by something. */
  names: ReadonlyMap<string, string>;
  /** False: all rows are loaded. */
  more: boolean;
  isFolded: (key: string) => boolean;
};

/** In the order of the server's rows. What is folded shows with its number before it is loaded. */
export function groupsOf({ group, by, docs, totals, names, more, isFolded }: Source): Group[] {
  const rows = new Map<string, TaskCard[]>();
  for (const card of docs) {
    const id = groupOf(card, group, by);
    const of = rows.get(id);
    if (of) of.push(card);
    else rows.set(id, [card]);
  }
  const last = [HIDDEN, NONE];
  const ids = fixedGroups(group) ?? [
    ...[...new Set([...names.keys(), ...rows.keys()])].filter((id) => !last.includes(id)),
    ...last,
  ];
  return ids.flatMap((id) => {
    const of = rows.get(id) ?? [];
    const total = totals ? Math.max(totals[id] ?? 0, of.length) : more ? null : of.length;
    const status = group === 'status' ? Number(id) : 0;
    if (!of.length && !(total && (isFolded(id) || status === COMPLETED))) return [];
    return { key: id, status, label: labelOf(group, id, of[0]) ?? names.get(id) ?? 'Another', docs: of, total };
  });
}

/** Cards know the names of people, labels, milestones and parents, also of those that came since the groups were read. */
function labelOf(group: Grouping, id: string, card: TaskCard | undefined): string | undefined {
  const parent = group === 'parent' ? card?.parent : undefined;
  if (parent?._id === id) return bidi`${parent.key} ${parent.title}`;
  const milestone = group === 'milestone' ? card?.milestone : undefined;
  if (milestone?._id === id) return milestone.name;
  const named = group === 'assignee' ? card?.assignees : group === 'label' ? card?.labels : undefined;
  return groupWords(group, id) ?? named?.find(({ _id }) => _id === id)?.name;
}

/** False while all that is missing belongs to folded groups. */
export const moreWouldShow = ({ totals, docs, group, by, isFolded }: Omit<Source, 'names' | 'more'>): boolean =>
  totals
    ? Object.entries(totals).some(
        ([id, total]) => !isFolded(id) && total > docs.filter((card) => groupOf(card, group, by) === id).length,
      )
    : // In list order only completed tasks follow a completed one.
      group !== 'status' || docs.at(-1)?.status !== COMPLETED || !isFolded(`${COMPLETED}`);

export const totalsOf = (groups: readonly TaskGroupRecord[]): Record<string, number> =>
  Object.fromEntries(groups.map(({ _id, total }) => [_id, total]));
