import { expect, test } from 'vitest';
import type { CommentRecord } from '@/lib/comment/schema';
import { quoteOf, threadsOf, withoutComment, withReaction } from './threads';

const comment = (_id: string, parent_id: string | null = null, deleted_at: string | null = null) =>
  ({ _id, parent_id, deleted_at, body: _id, reactions: [] }) as unknown as CommentRecord;
const names = (comments: CommentRecord[]) =>
  threadsOf(comments).map(({ root, replies }) => [root._id, ...replies.map(({ _id }) => _id)].join(' '));

test('threads begin in their order, with their replies; one whose beginning is not loaded stands alone', () => {
  const comments = [comment('z', 'earlier'), comment('a'), comment('b'), comment('c', 'a'), comment('d', 'b')];
  expect(names([...comments, comment('e', 'a')])).toEqual(['z', 'a c e', 'b d']);
});

test('threads keep the place of a deleted comment until the last reply goes', () => {
  const comments = [comment('a'), comment('b', 'a'), comment('c', 'a')];
  const left = withoutComment(comments, 'a');
  expect(left).toMatchObject([{ _id: 'a', body: '', deleted_at: expect.any(String) }, { _id: 'b' }, { _id: 'c' }]);
  expect(names(withoutComment(left, 'b'))).toEqual(['a c']);
  expect(withoutComment(withoutComment(left, 'b'), 'c')).toEqual([]);
});

test('a reaction is added once, and removed by the second press', () => {
  const once = withReaction(comment('a'), '👍', 'Ann');
  expect(once.reactions).toEqual([{ emoji: '👍', count: 1, mine: true, names: ['Ann'] }]);
  expect(withReaction(once, '👍', 'Ann').reactions).toEqual([]);
  const theirs = { ...once, reactions: [{ emoji: '👍', count: 2, mine: false, names: ['Bob', 'Cem'] }] };
  expect(withReaction(theirs, '👍', 'Ann').reactions).toMatchObject([{ count: 3, mine: true }]);
});

test('a quotation is each line of it', () => expect(quoteOf('one\n\ntwo')).toBe('> one\n> \n> two\n\n'));
