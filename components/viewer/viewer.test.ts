import { expect, onTestFinished, test, vi } from 'vitest';
import {
  endedSession,
  forgetExpired,
  forgetSignedIn,
  keepSignedIn,
  lastMember,
} from '@/components/viewer/browser-storage';
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

test('after a logout the browser knows the organisation alone, after an expiry also whose session it was', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  keepSignedIn({
    user: { _id: 'm', name: 'Maya', role: 'user', pic: null },
    organisation: { organisation_name: 'Acme Studio', sub_domain: 'acme' },
    email: 'maya@acme.test',
  });
  forgetExpired();
  expect(kept.has('user')).toBe(false);
  expect([endedSession('acme')?.email, endedSession('globex'), lastMember()]).toEqual(['maya@acme.test', null, 'm']);
  forgetSignedIn();
  expect([[...kept.keys()], lastMember()]).toEqual([['company'], null]);
});
