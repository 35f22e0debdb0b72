import { describe, expect, it } from 'vitest';
import { endOfWeek, nextMonday } from '@/components/ui/form/days';
import type { TaskCard } from '@/lib/task/schema';
import { activeFilters, filterHref, filterQuery, matchesFilters, readFilters } from './task-filters';

const card = (part: Partial<TaskCard>): TaskCard =>
  ({
    title: 'Draft',
    key: 'WEB-1',
    status: 1,
    priority: 'none',
    audience: 'internal',
    assignees: [],
    due_date: null,
    ...part,
  }) as TaskCard;
const TODAY = '2026-11-19'; // a Thursday

describe('filters in the address', () => {
  it('are read, and written back the same', () => {
    const filters = readFilters({
      assignee: 'me',
      due: 'week',
      audience: 'client',
      q: ' pricing ',
      status: '3',
      sort: 'due',
    });
    expect(filters).toEqual({ mine: true, due: 'week', audience: 'client', q: 'pricing', status: 3, sort: 'due' });
    const href = filterHref({ path: '/acme/task', keep: { view: 'board', project: undefined } }, filters);
    const back = Object.fromEntries(new URL(href, 'http://x').searchParams);
    expect(back.view).toBe('board');
    expect(readFilters(back)).toEqual(filters);
  });

  it('leave out what makes no sense', () => {
    expect(readFilters({ due: 'never', status: '9', sort: 'rank', priority: '', assignee: 'x', q: '  ' })).toEqual({});
    expect(filterHref({ path: '/acme/task', keep: {} }, {})).toBe('/acme/task');
  });

  it('do not count the order of rows', () => {
    expect(activeFilters({ sort: 'due', mine: true })).toBe(1);
  });
});

describe('weeks', () => {
  it('end on Sunday, and the next one begins on Monday', () => {
    expect(endOfWeek(TODAY)).toBe('2026-11-22');
    expect(endOfWeek('2026-11-22')).toBe('2026-11-22');
    expect(nextMonday(TODAY)).toBe('2026-11-23');
    expect(nextMonday('2026-11-22')).toBe('2026-11-23');
    expect(nextMonday('2026-11-23')).toBe('2026-11-30');
  });
});

describe('a task that has just changed', () => {
  it('stays in the view exactly if the server would list it', () => {
    const matches = (part: Partial<TaskCard>, filters: Parameters<typeof matchesFilters>[1]) =>
      matchesFilters(card(part), filters, 'me', TODAY);
    expect(matches({ assignees: [{ _id: 'me', name: 'Me', pic: null }] }, { mine: true })).toBe(true);
    expect(matches({}, { mine: true })).toBe(false);
    expect(matches({ due_date: '2026-11-22' }, { due: 'week' })).toBe(true);
    expect(matches({ due_date: '2026-11-23' }, { due: 'week' })).toBe(false);
    expect(matches({ due_date: '2026-11-18' }, { due: 'overdue' })).toBe(true);
    expect(matches({ due_date: '2026-11-18', status: 4 }, { due: 'overdue' })).toBe(false);
    expect(matches({ due_date: TODAY }, { due: 'overdue' })).toBe(false);
    expect(matches({ audience: 'client' }, { audience: 'client' })).toBe(true);
    expect(matches({}, { audience: 'client' })).toBe(false);
    expect(matches({}, { q: 'web-1' })).toBe(true);
    expect(matches({}, { q: 'pricing' })).toBe(false);
  });

  it('is asked for in the words of the endpoint', () => {
    expect(filterQuery({ due: 'week', mine: true }, TODAY)).toEqual({
      assignee: 'me',
      due_after: TODAY,
      due_before: '2026-11-22',
    });
    expect(filterQuery({ due: 'overdue' }, TODAY)).toEqual({ overdue: 'true' });
  });
});
