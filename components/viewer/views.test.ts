import { expect, test } from 'vitest';
import { SCREENS } from '@/e2e/support/screens';
import { PROJECT_TABS, TASK_VIEWS, tabPath, viewPath } from './views';

const opened = SCREENS.map(({ path }) => path);

test('every view and every tab that is offered is opened by a journey', () => {
  const offered = [...TASK_VIEWS.map(({ id }) => viewPath(id)), ...PROJECT_TABS.map(({ id }) => tabPath('WEB', id))];
  const missing = offered.filter((path) => !opened.some((address) => address.startsWith(`/acme/${path}`)));
  expect(missing).toEqual([]);
});

test('each view has a key and a tab of its own', () => {
  for (const name of ['id', 'letter', 'tab'] as const) {
    const own = TASK_VIEWS.flatMap((view) => view[name] ?? []);
    expect(new Set(own).size).toBe(own.length);
  }
  expect(PROJECT_TABS.map(({ id }) => id)).toEqual([
    'overview',
    'tasks',
    'board',
    'timeline',
    'files',
    'people',
    'activity',
  ]);
});
