import { expect, test } from 'vitest';
import { callsRoom } from '@/lib/room/vocabulary';

test.each(['@room', 'Please, @ROOM!', '`code` and @room', 'an odd ` and @room', '``a ` b`` @room ``c', '(@room)'])(
  '%s calls everybody',
  (body) => expect(callsRoom(body)).toBe(true),
);

test.each([
  'room',
  'me@room',
  '@rooms',
  'Write `@room` for that',
  '``a ` @room``',
  '```\n@room\n```',
  'first ```js\nconst at = `@room`;\n``` last',
])('%s calls nobody', (body) => expect(callsRoom(body)).toBe(false));

test('a text of backticks alone costs little', () => {
  const body = `@room ${'` '.repeat(3)}${Array.from({ length: 190 }, (_, at) => '`'.repeat(at + 1)).join(' ')}`;
  const from = performance.now();
  for (let at = 0; at < 20; at += 1) callsRoom(body);
  expect(performance.now() - from).toBeLessThan(1_000);
});
