import { expect, test } from 'vitest';
import { creationKeys } from './creation-key';

test('what is sent again as it was has the same idempotency key, what was changed has another', () => {
  const keyFor = creationKeys();
  const first = keyFor({ title: 'Order the signs' });
  expect(keyFor({ title: 'Order the signs' })).toBe(first);
  expect(keyFor({ title: 'Order two signs' })).not.toBe(first);
  expect(creationKeys()({ title: 'Order the signs' })).not.toBe(first);
});
