import { expect, test } from 'vitest';
import { readFromFrame, readToFrame, sealed } from './frame-messages';

const ID = '3f0c1a52-7a0b-4c52-9d53-0a1b2c3d4e5f';

test('what the frame and the page say is read as it was said', () => {
  for (const message of [
    { kind: 'ready' },
    { kind: 'unread', rooms: 3 },
    { kind: 'place', room: ID, message: null },
    { kind: 'open', path: '/acme/taskpage?task=WEB-12#comments' },
    { kind: 'active' },
    { kind: 'close' },
    { kind: 'overlay', name: 'keys' },
    { kind: 'leave' },
    { kind: 'ended' },
  ] as const)
    expect(readFromFrame(sealed(message))).toEqual(message);
  for (const message of [
    { kind: 'hello' },
    { kind: 'theme', theme: 'dark', contrast: false },
    { kind: 'go', room: null, message: null },
    { kind: 'focus' },
    { kind: 'keys', single: false },
  ] as const)
    expect(readToFrame(sealed(message))).toEqual(message);
});

test('anything else is not heard', () => {
  const mark = { from: 'guildhall-chat' };
  for (const data of [
    ...[null, undefined, 'ready', 7, [], { kind: 'ready' }, { from: 'other', kind: 'ready' }, mark],
    ...[
      { ...mark, kind: 'constructor' },
      { ...mark, kind: '__proto__' },
      { ...mark, kind: ['ready'] },
    ],
    { ...mark, kind: 'ready', more: 1 },
    ...['3', -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e9, null].map((rooms) => ({
      ...mark,
      kind: 'unread',
      rooms,
    })),
    { ...mark, kind: 'place', room: '<img>', message: null },
    { ...mark, kind: 'overlay', name: 'logout' },
    { ...mark, kind: 'overlay', name: ['keys'] },
    { ...mark, kind: 'place', room: ID },
    { ...mark, kind: 'theme', theme: 'dark', contrast: false },
  ])
    expect(readFromFrame(data), JSON.stringify(data)).toBeNull();
  expect(readToFrame({ ...mark, kind: 'theme', theme: 'dark"]', contrast: false })).toBeNull();
  expect(readToFrame({ ...mark, kind: 'keys', single: 'no' })).toBeNull();
  expect(readToFrame(sealed({ kind: 'close' }))).toBeNull();
});

test('P02 a path leads nowhere else', () => {
  const open = (path: unknown) => readFromFrame({ from: 'guildhall-chat', kind: 'open', path });
  for (const path of [
    'https://evil.example/acme/',
    '//evil.example/',
    '/\\evil.example/',
    '/acme/../../evil',
    '/acme/..//evil.example',
    'javascript:alert(1)',
    '/acme/\tx',
    'taskpage?task=WEB-1',
    `/acme/${'x'.repeat(600)}`,
    null,
    {},
  ])
    expect(open(path), String(path)).toBeNull();
  expect(open('/acme/task?view=board')).not.toBeNull();
});
