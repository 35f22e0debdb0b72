import { expect, test } from 'vitest';
import type { TaskDetail } from '@/lib/task/schema';
import { beginning } from './description-beginning';

const stored = (description: string) => ({ _id: 't', version: 7, description }) as TaskDetail;

test('a description’s draft goes on where nobody wrote meanwhile', () => {
  const task = stored('One');
  expect(beginning({ text: 'Mine', base: 'One' }, task)).toEqual({
    text: 'Mine',
    base: task,
    conflict: null,
    merged: false,
  });
});

test('what somebody else wrote in other lines meanwhile is in the resumed text', () => {
  const task = stored('ONE\ntwo\nthree');
  expect(beginning({ text: 'one\ntwo\nTHREE', base: 'one\ntwo\nthree' }, task)).toEqual({
    text: 'ONE\ntwo\nTHREE',
    base: task,
    conflict: null,
    merged: true,
  });
});

test.each([[{ text: 'Mine', base: 'One' }], ['Mine']])(
  'what somebody else wrote in the same lines is shown beside the resumed draft %j, which is no change of it',
  (kept) => {
    const task = stored('Theirs');
    const { text, base, conflict } = beginning(kept, task);
    expect({ text, conflict }).toEqual({ text: 'Mine', conflict: task });
    expect(base.version).toBeLessThan(task.version);
    expect(base.description).not.toBe('Theirs');
  },
);
