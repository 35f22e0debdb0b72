import 'server-only';
import { withAuth } from '@/lib/auth';
import { env } from '@/lib/env';
import { mailAnswers } from '@/lib/mail/deliver';
import { realtimeAnswers } from '@/lib/realtime/publish';
import { tryScratchFolder } from '@/lib/storage/scratch';
import { storageAt } from '@/lib/storage/storage';

export type Readiness = Record<'database' | 'realtime' | 'files' | 'mail', 'ok' | 'down' | 'off'>;

const answers = async (work: () => Promise<unknown>) => {
  try {
    return (await work()) === false ? 'down' : 'ok';
  } catch {
    return 'down';
  }
};

/** `off`: not configured; the features that need it say so. */
export async function readiness(): Promise<Readiness> {
  const config = env.realtime;
  const [database, realtime, files, mail] = await Promise.all([
    answers(() => withAuth(null, ({ db }) => db.$queryRaw`select 1`)),
    config ? answers(() => realtimeAnswers(config)) : 'off',
    answers(filesAnswer),
    env.smtpUrl || env.mode !== 'production' ? answers(() => recently(`mail ${env.smtpUrl}`, mailAnswers)) : 'off',
  ] as const);
  return { database, realtime, files, mail };
}

function filesAnswer(): Promise<unknown> {
  const { uploadthingToken: token, dataDir } = env;
  const check = () => storageAt({ token, dataDir }).check();
  return token ? Promise.all([recently(`files ${token}`, check), tryScratchFolder()]) : check();
}

const ASKED_EVERY_MS = 15_000;
const asked = new Map<string, { at: number; answer: Promise<unknown> }>();

/** Asked at most every fifteen seconds: monitoring must not overload the servers of others. */
function recently(what: string, ask: () => Promise<unknown>): Promise<unknown> {
  const before = asked.get(what);
  if (before && Date.now() - before.at < ASKED_EVERY_MS) return before.answer;
  const answer = ask();
  // Only this one is awaited by whoever asks; the next ones come too late to handle its failure.
  answer.catch(() => {});
  asked.set(what, { at: Date.now(), answer });
  return answer;
}
