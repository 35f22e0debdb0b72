import 'server-only';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asAuth } from '@/lib/db';
import { env } from '@/lib/env';
import { realtimeAnswers } from '@/lib/realtime/publish';

export type Readiness = Record<'database' | 'realtime' | 'files' | 'mail', 'ok' | 'down' | 'off'>;

const answers = async (work: () => Promise<unknown>) => {
  try {
    return (await work()) === false ? 'down' : 'ok';
  } catch {
    return 'down';
  }
};

/** Whether each part answers: `off` is not configured, and the features that need it say so. */
export async function readiness(): Promise<Readiness> {
  const config = env.realtime;
  const [database, realtime, files] = await Promise.all([
    answers(() => asAuth((db) => db.$queryRaw`select 1`)),
    config ? answers(() => realtimeAnswers(config)) : 'off',
    env.uploadthingToken ? 'ok' : answers(writable),
  ] as const);
  return { database, realtime, files, mail: env.smtpUrl || env.mode !== 'production' ? 'ok' : 'off' };
}

async function writable() {
  const folder = join(env.dataDir, 'files');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.writable'), '');
}
