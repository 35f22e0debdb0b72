import { describe, expect, test } from 'vitest';
import { placeOf, placesFor } from './places';

const labels = (role: Parameters<typeof placesFor>[0]) => placesFor(role).map(({ label }) => label);

describe('the sidebar', () => {
  test.each(['admin', 'subadmin', 'team_leader', 'observer'] as const)('shows %s all six places', (role) => {
    expect(labels(role)).toEqual(['Dashboard', 'Project', 'Task', 'File', 'Users', 'Settings']);
  });

  test.each(['user', 'client'] as const)('shows %s neither Users nor Settings', (role) => {
    expect(labels(role)).toEqual(['Dashboard', 'Project', 'Task', 'File']);
  });

  test('highlights Project for one project and Task for one task', () => {
    expect([placeOf('projectdetails'), placeOf('taskpage'), placeOf('settings'), placeOf(null)]).toEqual([
      'project',
      'task',
      'settings',
      null,
    ]);
  });
});
