import 'server-only';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withAuth } from '@/lib/auth';
import { env } from '@/lib/env';
import { mailAnswers } from '@/lib/mail/deliver';
import { realtimeAnswers } from '@/lib/realtime/publish';

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
    env.uploadthingToken ? 'ok' : answers(writable),
    env.smtpUrl || env.mode !== 'production' ? answers(recently) : 'off',
  ] as const);
  return { database, realtime, files, mail };
}

const MAIL_ASKED_EVERY_MS = 15_000;
let asked: { at: number; url: string | undefined; answer: Promise<boolean> } | undefined;

/** Asked at most every fifteen seconds: monitoring must not overload a mail server. */
function recently(): Promise<boolean> {
  const url = env.smtpUrl;
  if (!asked || asked.url !== url || Date.now() - asked.at > MAIL_ASKED_EVERY_MS)
    asked = { at: Date.now(), url, answer: mailAnswers() };
  return asked.answer;
}

async function writable() {
  const folder = join(env.dataDir, 'files');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.writable'), '');
}
