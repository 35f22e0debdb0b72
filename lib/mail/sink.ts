import 'server-only';
import { access, constants, mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { env } from '@/lib/env';
import type { RenderedMail } from '@/lib/mail/render';

/** For emails without an SMTP server: one file each, named by the job. */
const folder = () => join(env.dataDir, 'mail');
const ID = /^[0-9a-f-]{36}$/;

const KeptMail = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  links: z.array(z.string()),
  headers: z.record(z.string(), z.string()).default({}),
  calendar: z.string().optional(),
  sent_at: z.string(),
});
export type KeptMail = z.infer<typeof KeptMail>;

export async function sinkWritable(): Promise<boolean> {
  try {
    await mkdir(folder(), { recursive: true, mode: 0o700 });
    await access(folder(), constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The same id overwrites the same email, so a repetition changes nothing. */
export async function keepMail(
  id: string,
  from: string,
  mail: RenderedMail,
  headers: Record<string, string>,
  calendar?: string,
): Promise<void> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const file = join(folder(), `${id}.json`);
  const already = await readMail(id);
  if (already) return;
  const part = `${file}.${process.pid}.part`;
  const handle = await open(part, 'w', 0o600);
  try {
    await handle.writeFile(
      JSON.stringify({
        id,
        from,
        ...mail,
        headers,
        ...(calendar && { calendar }),
        sent_at: new Date().toISOString(),
      } satisfies KeptMail),
    );
    await handle.sync();
  } finally {
    await handle.close();
  }
  // Whole or not at all, also when the process ends here.
  await rename(part, file);
}

export async function readMail(id: string): Promise<KeptMail | null> {
  if (!ID.test(id)) return null;
  try {
    return KeptMail.parse(JSON.parse(await readFile(join(folder(), `${id}.json`), 'utf8')));
  } catch {
    return null;
  }
}

/** Newest first (ids are ordered by time); to one address, or to all. */
export async function listMails(to: string | null, limit = 100): Promise<KeptMail[]> {
  const names = await readdir(folder()).catch(() => [] as string[]);
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
  const found: KeptMail[] = [];
  for (const id of ids.sort().reverse()) {
    const mail = await readMail(id);
    if (mail && (to === null || mail.to === to)) found.push(mail);
    if (found.length >= limit) break;
  }
  return found;
}
