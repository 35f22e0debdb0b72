import { idOf, isGroupRef } from '@/lib/custom-field/vocabulary';
import type { TaskRights } from '@/lib/task/schema';
import type { BoardCard } from '@/lib/task-board/schema';
import type { Facet } from '@/lib/task-board/vocabulary';
import { NONE } from '@/lib/task-group/vocabulary';
import type { FieldChange } from '../board/board-store';
import { type Facets, type Place, partsOf } from './cells';

/** What a task in a column has, of a new one. */
export function fieldsIn(cell: string, { group, lane }: Facets): FieldChange['changes'] {
  const { column, lane: along } = partsOf(cell);
  const [across, down] = [fieldIn(group, column), lane && along !== null ? fieldIn(lane, along) : {}];
  const custom = { ...across.custom, ...down.custom };
  return { ...across, ...down, ...(Object.keys(custom).length > 0 && { custom }) };
}

function fieldIn(facet: Facet, id: string): FieldChange['changes'] {
  if (isGroupRef(facet)) return { custom: { [idOf(facet)]: id === NONE ? null : id } };
  switch (facet) {
    case 'status':
      return { status: Number(id) };
    case 'priority':
      return { priority: id as BoardCard['priority'] };
    case 'parent':
      return id === NONE ? {} : { parent_id: id };
    case 'milestone':
      return id === NONE ? {} : { milestone_id: id };
    case 'label':
      return id === NONE ? {} : { label_ids: [id] };
    case 'assignee':
      return id === NONE ? {} : { assignee_ids: [id] };
  }
}

/** What taking a card from one cell to another changes: the place it came from is replaced, others stay. */
export function changeBetween(
  card: BoardCard,
  from: string,
  to: string,
  facets: Facets,
  places: readonly Place[],
): FieldChange {
  const [before, after] = [partsOf(from), partsOf(to)];
  const steps: FieldChange[] = [];
  if (before.column !== after.column) steps.push(step(card, facets.group, before.column, after.column, places));
  if (facets.lane && before.lane !== null && after.lane !== null && before.lane !== after.lane)
    steps.push(step(card, facets.lane, before.lane, after.lane, places));
  const custom = Object.assign({}, ...steps.map(({ changes }) => changes.custom));
  return Object.assign({}, ...steps, {
    changes: Object.assign({}, ...steps.map(({ changes }) => changes), Object.keys(custom).length > 0 && { custom }),
  });
}

function step(card: BoardCard, facet: Facet, from: string, to: string, places: readonly Place[]): FieldChange {
  const place = places.find(({ _id }) => _id === to);
  if (isGroupRef(facet))
    return {
      changes: fieldIn(facet, to),
      ...(place && to !== NONE && { people: [{ _id: to, name: place.name, pic: place.pic ?? null }] }),
    };
  switch (facet) {
    case 'status':
    case 'priority':
      return { changes: fieldIn(facet, to) };
    case 'parent':
      return {
        changes: { parent_id: to === NONE ? null : to },
        parent: to === NONE ? null : parentIn(to, place?.name ?? ''),
      };
    case 'milestone':
      return {
        changes: { milestone_id: to === NONE ? null : to },
        milestone: to === NONE ? null : { _id: to, name: place?.name ?? '' },
      };
    case 'label':
      return {
        changes: {
          label_ids: replaced(
            (card.labels ?? []).map(({ _id }) => _id),
            from,
            to,
          ),
        },
        ...(place && to !== NONE && { labels: [{ _id: to, name: place.name, colour: place.colour ?? 'c1' }] }),
      };
    case 'assignee':
      return {
        changes: {
          assignee_ids: replaced(
            card.assignees.map(({ _id }) => _id),
            from,
            to,
          ),
        },
        ...(place && to !== NONE && { people: [{ _id: to, name: place.name, pic: place.pic ?? null }] }),
      };
  }
}

/** Nobody and no label mean none at all: a card stands where it was dropped. */
const replaced = (ids: readonly string[], from: string, to: string): string[] =>
  to === NONE ? [] : [...ids.filter((id) => id !== from && id !== to), to];

/** `name`: its key and title. */
function parentIn(id: string, name: string) {
  const [key = '', ...title] = name.split(' ');
  return { _id: id, key, title: title.join(' ') };
}

/** Whether those rights allow the change; taking oneself on or off needs less than assigning others. */
export function mayChange(card: BoardCard, { changes }: FieldChange, rights: TaskRights, viewerId: string): boolean {
  const { status, assignee_ids: ids, ...others } = changes;
  if (status !== undefined && !rights.move) return false;
  if (Object.keys(others).length > 0 && !rights.edit) return false;
  if (!ids || rights.assign) return true;
  const before = card.assignees.map(({ _id }) => _id);
  const changed = [...before.filter((id) => !ids.includes(id)), ...ids.filter((id) => !before.includes(id))];
  return rights.assign_self && changed.every((id) => id === viewerId);
}
