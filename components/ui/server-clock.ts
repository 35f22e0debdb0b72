/**
 * The server's time, as its answers tell it, since the clock of a computer may be minutes off. Until something was answered
 * it is the computer's.
 */
let ahead = 0;
const listeners = new Set<() => void>();

/** Now, in ms since 1970. */
export const serverNow = (): number => Date.now() + ahead;

/** Tells when the server's time turned out to be another one. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The header tells seconds, somewhere between question and answer: less than that is no difference. */
export function hearClock({ headers }: Response, sentAt: number): void {
  const now = Date.now();
  const found = Date.parse(headers.get('date') ?? '') + 500 - (sentAt + now) / 2;
  if (!(Math.abs(found - ahead) > 2_000 + now - sentAt)) return;
  ahead = found;
  for (const listener of listeners) listener();
}
