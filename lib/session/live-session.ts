import 'server-only';
import { withAuth } from '@/lib/auth';

/** Whether a session is there and has not run out: it may have been ended elsewhere. */
export async function isLive(sid: string): Promise<boolean> {
  const [session] = await withAuth(
    null,
    ({ db }) => db.$queryRaw<object[]>`select 1 from session where id = ${sid}::uuid and expires_at > now()`,
  );
  return session !== undefined;
}
