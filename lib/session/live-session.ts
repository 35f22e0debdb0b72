import 'server-only';
import { asAuth } from '@/lib/db';

/** Whether a session is there and has not run out: it may have been ended elsewhere. */
export async function isLive(sid: string): Promise<boolean> {
  const [session] = await asAuth(
    (db) => db.$queryRaw<object[]>`select 1 from session where id = ${sid}::uuid and expires_at > now()`,
  );
  return session !== undefined;
}
