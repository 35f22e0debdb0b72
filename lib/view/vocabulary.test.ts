import { expect, test } from 'vitest';
import { readFilters } from '@/lib/task/vocabulary.filter';
import { filtersOf, isKept, isSameState, keptFilters, keptState, parametersOf } from '@/lib/view/vocabulary';

test.each([
  [{}, ''],
  [{ assignee: 'me', due: 'week' }, 'assignee:me;due:rest-of-week'],
  [{ q: 'tea;cups', status: '2', filter: '!label:none' }, 'text:tea\\;cups;status:2;!label:none'],
  [{ due: 'overdue', filter: 'status:1|assignee:none' }, 'due:overdue;(status:1|assignee:none)'],
  [{ filter: 'status:1|assignee:none' }, 'status:1|assignee:none'],
])('of the address %o a view keeps %s', (search, filter) => {
  const filters = readFilters(search);
  const kept = keptFilters(filters);
  expect(kept).toEqual({ filter, sort: null, group: null, columns: [], swimlane: null });
  // Its own address is the same view.
  expect(isKept(readFilters(filtersOf(kept)), kept)).toBe(true);
  expect(isKept(readFilters({ ...search, priority: 'high' }), kept)).toBe(false);
});

test('order and groups belong to it', () => {
  const kept = keptFilters(readFilters({ group: 'due' }));
  expect(kept).toEqual({ filter: '', sort: null, group: 'due', columns: [], swimlane: null });
  expect(isKept({}, kept)).toBe(false);
  const wide = keptFilters(readFilters({ sort: '-due', columns: 'labels,due' }));
  expect(filtersOf(wide)).toEqual({ sort: '-due', columns: 'labels,due' });
  expect(isKept({ sort: 'due', columns: 'labels,due' }, wide)).toBe(false);
  const lanes = keptFilters(readFilters({ group: 'label', swimlane: 'parent' }));
  expect(lanes).toMatchObject({ group: 'label', swimlane: 'parent' });
  expect(filtersOf(lanes)).toEqual({ group: 'label', swimlane: 'parent' });
  expect(isKept({ group: 'label' }, lanes)).toBe(false);
});

test('columns belong to it in the order chosen, each once, the first ones by no name', () => {
  const filters = readFilters({ columns: 'labels,due,nonsense,labels' });
  expect(keptFilters(filters).columns).toEqual(['labels', 'due']);
  expect(isKept(filters, keptFilters(readFilters({ columns: 'due,labels' })))).toBe(false);
  expect(readFilters({ columns: 'key,project,status,people,due,priority' })).toEqual({});
});

test('how a calendar or a timeline is drawn belongs to it, by no name where that is as it opens', () => {
  expect(keptState({ span: 'week', zoom: 'month', lanes: 'assignee' }, true)).toEqual({
    span: 'week',
    zoom: 'month',
    lanes: 'assignee',
  });
  const opens = { span: null, zoom: null, lanes: null };
  expect(keptState({}, true)).toEqual(opens);
  expect(keptState({ span: 'month', zoom: 'week', lanes: 'none' }, true)).toEqual(opens);
  expect(keptState({ span: 'year', zoom: 'hour', lanes: 'project' }, false)).toEqual(opens);
  const kept = keptState({ lanes: 'none' }, false);
  expect(kept).toEqual({ ...opens, lanes: 'none' });
  expect(isSameState(keptState(parametersOf(kept), false), kept)).toBe(true);
  expect(isSameState(kept, keptState({}, false))).toBe(false);
});
