import { describe, expect, test } from 'vitest';
import { linksOf, shortPath } from './organisation-path';

const host = { key: 'acme', origin: 'http://acme.localhost:3000' };

describe('an organisation’s links', () => {
  test.each([
    ['at the root', null, 'acme', '/acme/task?view=board'],
    ['under its own host', host, 'acme', '/task?view=board'],
    ['under another one’s host', host, 'globex', 'http://globex.localhost:3000/task?view=board'],
    ['under a key that begins alike', host, 'ac', 'http://ac.localhost:3000/task?view=board'],
  ])('%s', (_where, under, key, expected) => {
    expect(linksOf(key, under)('task?view=board')).toBe(expected);
  });

  test('lead to its pages from a host that serves none of them', () => {
    expect(linksOf('acme', null, 'https://hall.example.org')('chat?room=1')).toBe(
      'https://hall.example.org/acme/chat?room=1',
    );
  });
});

test.each([
  ['/acme/task?q=a', host, '/task?q=a'],
  ['/acme/task?q=a', null, '/acme/task?q=a'],
  ['/acmeric/task', host, '/acmeric/task'],
  ['/profile', host, '/profile'],
])('%s is linked to as %3$s', (path, under, expected) => {
  expect(shortPath(path, under)).toBe(expected);
});
