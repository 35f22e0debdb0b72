import { describe, expect, test } from 'vitest';
import { chatParent } from '@/lib/tenant/chat-host';
import { linksOf, shortPath } from '@/lib/tenant/organisation-path';
import { isKnownHost, isOrgKey, resolveAddress, safeNext, subdomainOf } from '@/lib/tenant/tenant';

test.each([
  ['localhost:3000', '/acme/dashboard', { kind: 'plain', orgKey: 'acme', route: 'dashboard' }],
  [
    'acme.localhost:3000',
    '/dashboard',
    { kind: 'rewrite', orgKey: 'acme', route: 'dashboard', pathname: '/acme/dashboard' },
  ],
  ['ACME.localhost', '/login', { kind: 'rewrite', orgKey: 'acme', route: 'login', pathname: '/acme/login' }],
  ['acme.localhost', '/acme/dashboard', { kind: 'plain', orgKey: 'acme', route: 'dashboard' }],
  ['acme.localhost', '/globex/dashboard', { kind: 'foreign' }],
  ['acme.localhost', '/', { kind: 'plain', orgKey: 'acme', route: null }],
  ['acme.localhost', '/home', { kind: 'plain', orgKey: 'acme', route: null }],
  ['localhost', '/dashboard', { kind: 'plain', orgKey: null, route: null }],
  ['localhost', '/api/taskList', { kind: 'plain', orgKey: null, route: null }],
  ['localhost', '/acme/elsewhere', { kind: 'plain', orgKey: null, route: null }],
  ['evil.example', '/acme/task', { kind: 'plain', orgKey: 'acme', route: 'task' }],
])('a URL %s%s', (host, path, expected) => expect(resolveAddress(host, path, 'localhost')).toEqual(expected));

test('a URL names no organisation where no root domain is configured', () => {
  expect(subdomainOf('acme.example.org', undefined)).toBeNull();
  expect(subdomainOf('acme.example.org', 'example.org')).toBe('acme');
  expect(subdomainOf('www.example.org', 'example.org')).toBeNull();
  expect(subdomainOf('a.b.example.org', 'example.org')).toBeNull();
});

test.each(['acme', 'a1', 'my-studio', 'x'.repeat(32)])('%s can be an organisation’s key', (key) =>
  expect(isOrgKey(key)).toBe(true),
);
test.each(['a', '-acme', 'acme-', 'Acme', 'api', 'login', 'profile', 'x'.repeat(33), 'a_b', 'аcme', ''])(
  '%j cannot be an organisation’s key',
  (key) => expect(isOrgKey(key)).toBe(false),
);

describe('a host', () => {
  test.each(['guildhall.example', 'acme.guildhall.example', 'GUILDHALL.example'])('%s is ours', (host) =>
    expect(isKnownHost(host, 'https://guildhall.example', 'guildhall.example', false)).toBe(true),
  );
  test.each(['evil.example', 'guildhall.example.evil', 'localhost:3000', 'evilguildhall.example', ''])(
    '%j is not ours in production',
    (host) => expect(isKnownHost(host, 'https://guildhall.example', 'guildhall.example', false)).toBe(false),
  );
  test.each(['localhost:3000', '127.0.0.1:4000', 'acme.localhost:3000', '[::1]:3000'])(
    '%s is ours on one’s own machine',
    (host) => expect(isKnownHost(host, 'http://localhost:3000', 'localhost', true)).toBe(true),
  );
  test.each([
    'xn--a.localhost',
    'xn--mnchen-3ya.localhost',
    'xn--zzzzzz99999.localhost:3000',
    '127.0.0.999:3000',
    'a.localhost:99999',
  ])('%s can be nobody’s', (host) => expect(isKnownHost(host, 'http://localhost:3000', 'localhost', true)).toBe(false));
});

test.each(['/acme/task?view=board', '/', '/profile'])('a path to return to %s is kept', (path) =>
  expect(safeNext(path)).toBe(path),
);

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/a\nb',
  '',
  null,
  '/a\\b',
  '/acme/../..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
])('a path to return to %j is dropped', (path) => expect(safeNext(path)).toBeNull());

const host = { key: 'acme', origin: 'http://acme.localhost:3000' };

test.each([
  ['at the root', null, 'acme', '/acme/task?view=board'],
  ['under its own host', host, 'acme', '/task?view=board'],
  ['under another one’s host', host, 'globex', 'http://globex.localhost:3000/task?view=board'],
  ['under a key that begins alike', host, 'ac', 'http://ac.localhost:3000/task?view=board'],
])('an organisation’s links %s', (_where, under, key, expected) =>
  expect(linksOf(key, under)('task?view=board')).toBe(expected),
);

test('an organisation’s links lead to its pages from a host that serves none of them', () =>
  expect(linksOf('acme', null, 'https://hall.example.org')('chat?room=1')).toBe(
    'https://hall.example.org/acme/chat?room=1',
  ));

test.each([
  ['/acme/task?q=a', host, '/task?q=a'],
  ['/acme/task?q=a', null, '/acme/task?q=a'],
  ['/acmeric/task', host, '/acmeric/task'],
  ['/profile', host, '/profile'],
])('%s is linked to as %3$s', (path, under, expected) => expect(shortPath(path, under)).toBe(expected));

test('the chat’s frame speaks to pages of this installation alone, sent as its own are', () => {
  expect(chatParent('http://localhost:3000/acme/chat')).toBe('http://localhost:3000');
  expect(chatParent('http://acme.localhost:3000')).toBe('http://acme.localhost:3000');
  for (const other of ['https://localhost:3000', 'http://evil.test', 'nonsense', '', null])
    expect(chatParent(other), String(other)).toBeNull();
});
