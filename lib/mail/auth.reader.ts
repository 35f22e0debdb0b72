import 'server-only';
import { asAuth } from '@/lib/db';
import { ANYBODY, type Reader } from '@/lib/formats';

/** How the person with this address wants dates written; for addresses without an account as for anybody. */
export async function readerOf(email: string): Promise<Reader> {
  const [reader] = await asAuth(
    (db) => db.$queryRaw<Reader[]>`select locale, time_zone as "timeZone" from person where email = ${email}`,
  );
  return reader ?? ANYBODY;
}
