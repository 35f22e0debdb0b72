import { newIdempotencyKey } from './api-client';

/**
 * Idempotency keys of one form: the same body has the same key, so that pressing twice, or again after a broken
 * connection, makes one; what was changed meanwhile is another request.
 */
export function creationKeys(): (input: unknown) => string {
  let sent = { body: '', key: '' };
  return (input) => {
    const body = JSON.stringify(input);
    if (sent.body !== body) sent = { body, key: newIdempotencyKey() };
    return sent.key;
  };
}
