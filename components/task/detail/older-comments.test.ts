import { expect, test } from 'vitest';
import type { TaskDetail } from '@/lib/task/schema';
import { withOlder } from './older-comments';

const task = (from: number, to: number, comments_cursor: string | null) =>
  ({
    comments: Array.from({ length: to - from + 1 }, (_, at) => ({
      _id: `c${from + at}`,
      created_at: `2026-01-01T00:00:${String(from + at).padStart(2, '0')}.000Z`,
    })),
    comments_cursor,
  }) as unknown as TaskDetail;
const ids = ({ comments }: TaskDetail) => comments.map(({ _id }) => _id).join(' ');

test('an answer with the newest comments keeps the older ones that are shown, and where they go on', () => {
  const merged = withOlder(task(4, 6, '4'), task(1, 5, '1'));
  expect(ids(merged)).toBe('c1 c2 c3 c4 c5 c6');
  expect(merged.comments_cursor).toBe('1');
});

test('an answer with all comments is taken as it is: what it lacks was deleted', () => {
  expect(ids(withOlder(task(3, 4, null), task(1, 4, '1')))).toBe('c3 c4');
});
