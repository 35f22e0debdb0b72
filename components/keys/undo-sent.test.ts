import { expect, test } from 'vitest';
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
