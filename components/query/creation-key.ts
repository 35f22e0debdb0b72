import { newIdempotencyKey } from './api-client';

/** The same body gets the same key, so that pressing twice, or again after a lost connection, creates one. */
export function creationKeys(): (input: unknown) => string {
  let sent = { body: '', key: '' };
  return (input) => {
    const body = JSON.stringify(input);
    if (sent.body !== body) sent = { body, key: newIdempotencyKey() };
    return sent.key;
  };
}
