import { expect, onTestFinished, test, vi } from 'vitest';
import { connectToaster } from '@/components/ui/overlay/toast';
import { undoSent } from './undo-sent';

test('what is undone before it is answered waits for its answer, and for what was undone before it', async () => {
  const order: string[] = [];
  let answerFirst = () => {};
  const first = new Promise<void>((resolve) => (answerFirst = resolve));
  undoSent(first, () => void order.push('first'));
  const last = new Promise<void>((resolve) => {
    undoSent(Promise.resolve(), () => {
      order.push('last');
      resolve();
    });
  });
  answerFirst();
  await last;
  expect(order).toEqual(['first', 'last']);
});

test('an undo that waits long, or fails, says so; of a change that was refused there is nothing to undo', async () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const leave = connectToaster({ show: ({ text }) => void said.push(text), withdraw: () => undefined });
  said.splice(0);
  onTestFinished(() => {
    leave();
    vi.useRealTimers();
  });
  const back = vi.fn(() => Promise.reject(new Error('gone')));
  let answer = () => {};
  undoSent(new Promise<void>((resolve) => (answer = resolve)), back);
  await vi.advanceTimersByTimeAsync(999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual(['This is undone as soon as what is under way is saved.']);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(said.slice(1)).toEqual(['It was not undone. Something went wrong. Try again.']);
  undoSent(Promise.reject(new Error('refused')), back);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([back.mock.calls.length, said.length]).toEqual([1, 2]);
});
