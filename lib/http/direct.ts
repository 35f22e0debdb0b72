import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a request without Next, or returns false and leaves it alone. */
export type Taker = (request: IncomingMessage, response: ServerResponse) => boolean;

// The server's own file and the routes are bundled apart.
const held = globalThis as { guildhallTaker?: Taker };

/** Who answers calls stands above the server that takes them: it says so when it is loaded. */
export function takeRequestsBy(taker: Taker): void {
  held.guildhallTaker = taker;
}

export const isTaken: Taker = (request, response) => held.guildhallTaker?.(request, response) ?? false;
