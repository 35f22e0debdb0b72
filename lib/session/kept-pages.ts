import 'server-only';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { deadline, withinDeadline } from '@/lib/deadline';
import { formatsFor } from '@/lib/formats';
import { type Copies, type Copy, copyAnswer, isPageRead, sendCopy } from '@/lib/http/page-copy';
import { withOrg } from '@/lib/org';
import { Reading, whileReading } from '@/lib/reading/reading';
import { type Claims, renewedToken, sessionTokensIn, verifyToken } from '@/lib/session-token';

/** Of one process. */
const MOST_BYTES = 24 * 1024 ** 2;
const LONGEST_MS = 3_600_000;
/** Pages that say themselves whether they may be kept (`mayBeKept`). */
const PAGES = /^(?:\/[a-z0-9-]+)?\/(?:dashboard|project|projectdetails|settings|task|taskpage)$/;
/** All that a page reads of its request, next to its URL. */
const READ = [
  ...['host', 'x-forwarded-host', 'x-forwarded-proto', 'cookie', 'user-agent', 'accept-language'],
  ...['rsc', 'next-router-state-tree', 'next-url'],
];

type Kept = { copy: Copy; reading: Reading; digest: string; today: string; until: number };

const copies = new Map<string, Kept>();
let bytes = 0;

/**
 * A page is answered with its copy when everything it was rendered from is unchanged: the same request of the same
 * session, the same day, and the same answers to the same statements, which pass the same door again. What is kept of
 * one session is never sent to another.
 */
export const keptPages: Copies = {
  picks: (request) =>
    PAGES.test(request.url?.split('?', 1)[0] ?? '') &&
    isPageRead(request, ['rsc']) &&
    sessionTokensIn(request.headers.cookie ?? null).length === 1,
  answer: async (request, response, pass) => {
    const name = nameOf(request);
    const kept = copies.get(name);
    if (kept) {
      const same = await isUnchanged(kept, request).catch(() => false);
      if (response.destroyed) return;
      if (same && sendCopy(kept.copy, request, response)) return keep(name, kept);
      forget(name);
    }
    const reading = new Reading();
    const from = Date.now();
    const note = (copy: Copy) => {
      const { digest, reader } = reading;
      if (!digest || !reader) return;
      const today = formatsFor(reader).today(from);
      keep(name, { copy, reading, digest, today, until: from + LONGEST_MS });
    };
    copyAnswer(response, note, () => reading.loadedAt);
    return whileReading(reading, pass);
  },
};

const nameOf = ({ url, headers }: IncomingMessage): string =>
  createHash('sha256')
    .update(JSON.stringify([url, ...READ.map((name) => headers[name])]))
    .digest('base64');

async function isUnchanged({ reading, digest, today, until }: Kept, request: IncomingMessage): Promise<boolean> {
  const claims = await freshClaims(request);
  const { door, reader } = reading;
  if (!claims || !door || !reader || Date.now() > until || formatsFor(reader).today() !== today) return false;
  const again = new Reading();
  again.through(door);
  const pass = (statements: Reading['passages'][number]) =>
    withOrg({ sid: claims.sid, org: claims.org }, door.orgKey, () => again.repeat(statements), door.allowedDuring, {
      framed: true,
    });
  await whileReading(again, () =>
    withinDeadline(deadline('read'), async () => {
      for (const statements of reading.passages) await pass(statements);
    }),
  );
  return again.digest === digest;
}

/** Null where the answer would renew the token, or nobody is signed in. */
async function freshClaims({ headers }: IncomingMessage): Promise<Claims | null> {
  const [token] = sessionTokensIn(headers.cookie ?? null);
  const claims = token ? await verifyToken(token).catch(() => null) : null;
  return claims && !(await renewedToken(claims)) ? claims : null;
}

function keep(name: string, kept: Kept): void {
  forget(name);
  copies.set(name, kept);
  bytes += kept.copy.bytes;
  for (const [oldest] of copies) {
    if (bytes <= MOST_BYTES) return;
    forget(oldest);
  }
}

function forget(name: string): void {
  bytes -= copies.get(name)?.copy.bytes ?? 0;
  copies.delete(name);
}
