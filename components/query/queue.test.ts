import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, failureOf, reasonOf } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import { creationKeys } from '@/components/query/creation-key';
import { onUnreachable } from '@/components/query/reachability';
import { onExpiry } from '@/components/query/session-channel';
import { hasQueuedChanges } from '@/components/query/stored-names';
import { persistQueue } from '@/components/query/stored-queue';

/** What is changed without a connection outlives its page, goes once and in order, and is never another person's. */

const stored = new Map<string, string>();
const sent: unknown[] = [];
const refused: [unknown, string][] = [];
let answers: (variables: unknown) => Promise<unknown>;
let open: (() => void)[] = [];

beforeEach(() => {
  stored.clear();
  sent.length = 0;
  refused.length = 0;
  answers = async () => 'saved';
  vi.stubGlobal('navigator', {});
  vi.stubGlobal(
    'localStorage',
    // Names are own properties, as a browser's storage has them.
    new Proxy(
      {},
      {
        ownKeys: () => [...stored.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: (_, name) =>
          ({
            getItem: (key: string) => stored.get(key) ?? null,
            setItem: (key: string, value: string) => void stored.set(key, value),
            removeItem: (key: string) => void stored.delete(key),
          })[name as 'getItem'],
      },
    ),
  );
  onlineManager.setOnline(false);
});
afterEach(() => {
  for (const close of open) close();
  open = [];
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

const KINDS = {
  changeTask: {
    send: (variables: never) => {
      sent.push(variables);
      return answers(variables);
    },
    onRefused: (variables: never, reason: string) => void refused.push([variables, reason]),
  },
};

/** A page of this browser. `leave` closes it: nothing more is sent by it. */
function page(owner = 'maya') {
  const client = new QueryClient();
  client.mount();
  let saved = 0;
  const end = persistQueue(client, { owner, kinds: KINDS, onSent: () => void saved++ });
  const leave = () => {
    end();
    client.unmount();
    client.clear();
  };
  open.push(leave);
  return {
    leave: () => {
      // A closed page says nothing of what it had: its list stays as it is.
      const left = new Map(stored);
      leave();
      stored.clear();
      for (const [name, value] of left) stored.set(name, value);
    },
    saved: () => saved,
    change: (variables: unknown, kind = 'changeTask') => {
      const observer = new MutationObserver(client, {
        ...QUEUED,
        mutationKey: [kind],
        scope: { id: kind },
        mutationFn: KINDS.changeTask.send as (variables: unknown) => Promise<unknown>,
      });
      void observer.mutate(variables).catch(() => undefined);
    },
  };
}

const lists = () => [...stored].map(([name, value]) => [name.split(':')[1], JSON.parse(value).length]);
const allSent = (count: number) => expect.poll(() => sent).toHaveLength(count);

describe('changes that wait for the connection', () => {
  test('are stored for their owner, and forgotten once they are saved', async () => {
    const { change } = page();
    expect(hasQueuedChanges('maya')).toBe(false);
    change({ title: 'One' });
    change({ title: 'Two' });
    await expect.poll(() => lists()).toEqual([['maya', 2]]);
    expect([hasQueuedChanges('maya'), hasQueuedChanges('ben')]).toEqual([true, false]);
    onlineManager.setOnline(true);
    await allSent(2);
    await expect.poll(() => hasQueuedChanges('maya')).toBe(false);
    expect(sent).toEqual([{ title: 'One' }, { title: 'Two' }]);
  });

  test('outlive their page: the next one sends them once, in their order', async () => {
    const first = page();
    for (const title of ['One', 'Two', 'Three']) first.change({ title });
    await expect.poll(() => lists()).toEqual([['maya', 3]]);
    first.leave();
    const second = page();
    await expect.poll(() => lists()).toEqual([['maya', 3]]);
    expect(sent).toEqual([]);
    let answered = () => {};
    answers = () => new Promise((resolve) => (answered = () => resolve('saved')));
    onlineManager.setOnline(true);
    for (const [at, title] of ['One', 'Two', 'Three'].entries()) {
      await allSent(at + 1);
      expect(sent.at(-1)).toEqual({ title });
      answered();
    }
    await expect.poll(() => [second.saved(), stored.size]).toEqual([3, 0]);
  });

  test('are never sent in another person’s session', async () => {
    const first = page('maya');
    first.change({ title: 'Maya’s' });
    await expect.poll(() => hasQueuedChanges('maya')).toBe(true);
    first.leave();
    onlineManager.setOnline(true);
    const other = page('ben');
    other.change({ title: 'Ben’s' });
    await allSent(1);
    expect(sent).toEqual([{ title: 'Ben’s' }]);
    expect(hasQueuedChanges('maya')).toBe(true);
  });

  test('that the server refuses later are told with the reason, and are not tried again', async () => {
    const first = page();
    first.change({ title: 'Late' });
    await expect.poll(() => hasQueuedChanges('maya')).toBe(true);
    first.leave();
    answers = () => Promise.reject(new ApiError(409, 'conflict', 'This task is in the bin.'));
    onlineManager.setOnline(true);
    const second = page();
    await expect.poll(() => refused).toEqual([[{ title: 'Late' }, 'This task is in the bin.']]);
    await expect.poll(() => [sent.length, second.saved(), stored.size]).toEqual([1, 0, 0]);
  });

  test('of a day ago are not sent: the server no longer knows whether it has them', async () => {
    const at = Date.now() - 23.5 * 3_600_000;
    const line = { key: ['changeTask'], variables: { title: 'Old' }, at };
    const late = Date.now() - 3_600_000;
    stored.set('guildhall-waiting:maya:before', JSON.stringify([line, { ...line, at: late }]));
    page();
    // From page to page it stays as old as it is.
    await expect.poll(() => [...stored.values()].map((list) => JSON.parse(list)[0].at)).toEqual([late]);
    onlineManager.setOnline(true);
    await allSent(1);
    expect(refused).toEqual([[{ title: 'Old' }, 'The connection was lost for too long.']]);
  });

  test('of a kind that is gone, or a list that cannot be read, harm nobody', async () => {
    stored.set('guildhall-waiting:maya:kinds', JSON.stringify([{ key: ['gone'], variables: {}, at: Date.now() }]));
    stored.set('guildhall-waiting:maya:broken', '[{');
    onlineManager.setOnline(true);
    const { change } = page();
    change({ title: 'Mine' });
    await allSent(1);
    expect([sent, refused]).toEqual([[{ title: 'Mine' }], []]);
    await expect.poll(() => stored.size).toBe(0);
  });

  test('are kept as long as the page where the browser refuses to store', async () => {
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new Error('QuotaExceededError');
      },
      getItem() {
        throw new Error('SecurityError');
      },
      removeItem() {
        throw new Error('SecurityError');
      },
    });
    const { change } = page();
    change({ title: 'Kept in memory' });
    onlineManager.setOnline(true);
    await allSent(1);
  });
});

const failed = (status: number, code: ConstructorParameters<typeof ApiError>[1]) => new ApiError(status, code, 'No.');

test('a change that did not reach the server is sent again as long as it takes', () => {
  for (const error of [failed(0, 'offline'), failed(502, 'offline'), failed(401, 'unauthenticated')])
    expect([QUEUED.retry(0, error), QUEUED.retry(50, error)]).toEqual([true, true]);
});

test('a change answered 503 is sent again for half a minute, then the error is shown', () => {
  const error = failed(503, 'unavailable');
  const tries = [0, 1, 2, 3, 4, 5].filter((failures) => QUEUED.retry(failures, error));
  expect(tries).toEqual([0, 1, 2, 3, 4]);
  expect(tries.reduce((sum, failures) => sum + QUEUED.retryDelay(failures), 0)).toBe(31_000);
});

test('one that is refused is not', () => {
  for (const error of [failed(422, 'invalid'), failed(403, 'forbidden'), failed(409, 'conflict'), new Error('mistake')])
    expect(QUEUED.retry(0, error)).toBe(false);
});

test('what is sent again as it was has the same idempotency key, what was changed has another', () => {
  const keyFor = creationKeys();
  const first = keyFor({ title: 'Order the signs' });
  expect(keyFor({ title: 'Order the signs' })).toBe(first);
  expect(keyFor({ title: 'Order two signs' })).not.toBe(first);
  expect(creationKeys()({ title: 'Order the signs' })).not.toBe(first);
});

const answered = (status: number, body: object | null = null) => failureOf({ status } as Response, body);

test('what a proxy answers for a server that is away counts as no answer; what the server says of itself does not', () => {
  const lost = vi.fn();
  open.push(onUnreachable(lost));
  for (const status of [502, 503, 504]) expect(answered(status)).toMatchObject({ status, code: 'offline' });
  expect(lost).toHaveBeenCalledTimes(3);
  const busy = { code: 'unavailable', message: 'Busy.' };
  expect(answered(503, busy)).toMatchObject(busy);
  expect([answered(500).code, answered(418).code]).toEqual(['unavailable', 'unexpected']);
  expect(lost).toHaveBeenCalledTimes(3);
});

test('an answer without a session tells this tab that it has ended, and no other does', () => {
  const ended = vi.fn();
  open.push(onExpiry(ended));
  answered(403, { code: 'forbidden', message: 'No.' });
  expect(ended).not.toHaveBeenCalled();
  expect(answered(401, { code: 'unauthenticated', message: 'Sign in.' }).code).toBe('unauthenticated');
  expect(ended).toHaveBeenCalledOnce();
});

test('only what nobody expected is said with its reference', () => {
  const said = (code: ConstructorParameters<typeof ApiError>[1]) =>
    reasonOf(new ApiError(500, code, 'No.', { request_id: 'r-7' }));
  expect([said('unexpected'), said('forbidden'), said('unavailable')]).toEqual(['No. Reference r-7.', 'No.', 'No.']);
  expect(reasonOf(new Error('a mistake of ours'))).toBe('Something went wrong. Try again.');
});
