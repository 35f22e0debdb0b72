import { expect, test } from 'vitest';
import { placeOf, placesFor } from '@/components/viewer/places';
import { TASK_VIEWS } from '@/components/viewer/views';

test('each view has a key and a tab of its own', () => {
  for (const name of ['id', 'letter', 'tab'] as const) {
    const own = TASK_VIEWS.flatMap((view) => view[name] ?? []);
    expect(new Set(own).size).toBe(own.length);
  }
});

const labels = (role: Parameters<typeof placesFor>[0]) => placesFor(role).map(({ label }) => label);

test.each(['admin', 'subadmin', 'team_leader', 'observer'] as const)('the sidebar shows %s all six places', (role) =>
  expect(labels(role)).toEqual(['Dashboard', 'Project', 'Task', 'File', 'Users', 'Settings']),
);

test.each(['user', 'client'] as const)('the sidebar shows %s neither Users nor Settings', (role) =>
  expect(labels(role)).toEqual(['Dashboard', 'Project', 'Task', 'File']),
);

test('the sidebar highlights Project for one project and Task for one task', () =>
  expect([placeOf('projectdetails'), placeOf('taskpage'), placeOf('settings'), placeOf(null)]).toEqual([
    'project',
    'task',
    'settings',
    null,
  ]));
