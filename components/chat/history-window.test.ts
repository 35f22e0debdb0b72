import { describe, expect, test } from 'vitest';
import type { MessageRecord } from '@/lib/message/schema';
import {
  goesOn,
  type HistoryPage,
  historyReducer,
  MOST_SHOWN,
  UNOPENED,
  windowOf,
  withChanged,
  withNewer,
  withOlder,
} from './history-window';

const message = (at: number, rest: Partial<MessageRecord> = {}) =>
  ({
    ...{ _id: `m${at}`, body: `Message ${at}`, version: 1, reply_to: null, deleted_at: null },
    author: { _id: 'maya', name: 'Maya', pic: null },
    created_at: new Date(at * 1000).toISOString(),
    ...rest,
  }) as MessageRecord;
const page = (from: number, to: number, { older = true, newer = true } = {}): HistoryPage => ({
  docs: Array.from({ length: to - from + 1 }, (_, at) => message(from + at)),
  prev_cursor: older ? `m${from}` : null,
  next_cursor: newer ? `m${to}` : null,
});
const ids = ({ docs }: { docs: readonly MessageRecord[] }) => [docs[0]?._id, docs.at(-1)?._id, docs.length];

describe('the shown part of a history', () => {
  test('grows at both ends, without a message twice', () => {
    const now = withNewer(
      withOlder(windowOf(page(50, 99)), page(1, 51, { older: false })),
      page(99, 149, { newer: false }),
    );
    expect(ids(now)).toEqual(['m1', 'm149', 149]);
    expect([now.prev, now.next]).toEqual([null, null]);
  });

  test('lets go at the other end, and knows where to go on from there', () => {
    let now = windowOf(page(901, 950, { newer: false }));
    for (let from = 851; from > 550; from -= 50) now = withOlder(now, page(from, from + 49));
    expect(ids(now)).toEqual(['m551', 'm850', MOST_SHOWN]);
    expect([now.prev, now.next]).toEqual(['m551', 'm850']);
    now = withNewer(now, page(851, 900));
    expect(ids(now)).toEqual(['m601', 'm900', MOST_SHOWN]);
    expect([now.prev, now.next]).toEqual(['m601', 'm900']);
  });

  test('takes changes in, but none that came late', () => {
    const now = withChanged(windowOf(page(1, 2)), [message(2, { body: 'Edited', version: 3 }), message(9)]);
    expect(withChanged(now, [message(2, { body: 'Before', version: 2 })]).docs.map(({ body }) => body)).toEqual([
      'Message 1',
      'Edited',
    ]);
  });

  test('quotes nothing of a message that was deleted', () => {
    const quoted = { _id: 'm1', author: null, body: 'Message 1' };
    const window = windowOf({ ...page(1, 1), docs: [message(1), message(2, { reply_to: 'm1', quoted })] });
    const edited = withChanged(window, [message(1, { body: 'Edited', version: 2 })]);
    expect(edited.docs[1]?.quoted?.body).toBe('Message 1');
    const gone = withChanged(edited, [message(1, { body: '', version: 3, deleted_at: new Date(0).toISOString() })]);
    expect(gone.docs[1]).toMatchObject({ body: 'Message 2', quoted: { _id: 'm1', body: '' } });
  });
});

test('an answer that comes after the history was opened elsewhere leaves no gap', () => {
  const at = (window: HistoryPage) => historyReducer(UNOPENED, { type: 'opened', page: window });
  const elsewhere = at(page(1, 50));
  const late = { page: page(181, 181, { newer: false }), from: 'm180' };
  expect(historyReducer(elsewhere, { type: 'newer', ...late })).toBe(elsewhere);
  expect(historyReducer(elsewhere, { type: 'older', page: page(120, 129), from: 'm130' })).toBe(elsewhere);
  const end = at(page(131, 180, { newer: false }));
  expect(historyReducer(end, { type: 'newer', ...late }).window?.docs.at(-1)?._id).toBe('m181');
});

test('a message goes on from the one before within five minutes, by the same person', () => {
  expect(goesOn(message(200), message(1))).toBe(true);
  expect(goesOn(message(302), message(1))).toBe(false);
  expect(goesOn(message(2), message(1, { author: null }))).toBe(false);
  expect(goesOn(message(2, { author: { _id: 'tom', name: 'Tom', pic: null } }), message(1))).toBe(false);
  expect(goesOn(message(2, { reply_to: 'm0' }), message(1))).toBe(false);
  expect(goesOn(message(2), undefined)).toBe(false);
});
