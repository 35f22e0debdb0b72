import 'server-only';
import { hash, verify } from '@node-rs/argon2';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';
import { normalised } from '@/lib/password/password-rules';

// OWASP's minimum for argon2id (algorithm 2, the package's default); memory in KiB.
export const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// Of random bytes that were not kept: compared for unknown emails, so that they cost as much as a wrong password.
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$saBya0QnQIgY1tjnotLmYg$YjiUK7I/O0lVbpZ+R1KjwaUGbPlYrCuenbtuDQDMajE';

// Hashing is the most expensive work a stranger can cause: one on each core, and a short queue.
const MAX_CONCURRENT = env.processes > 1 ? 1 : 2;
const QUEUE = 60;
let running = 0;
const waiting: (() => void)[] = [];

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) {
    if (waiting.length >= QUEUE)
      throw new DomainError('unavailable', 'Too many people are signing in right now. Try again in a moment.', {
        retryAfter: 5,
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string) => bounded(() => hash(normalised(password), PARAMETERS));

/** Without a hash it takes as long and is false. */
export const passwordMatches = (stored: string | undefined, password: string) =>
  bounded(async () => {
    const same = await verify(stored ?? NOBODY, normalised(password));
    return stored !== undefined && same;
  });
