import 'server-only';
import { withAuth } from '@/lib/auth';

/** Public: the login page shows it. Null if there is none. */
export async function readLogo(version: string, kind: 'webp' | 'png'): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!/^[0-9a-f]{32}$/.test(version)) return null;
  const [row] = await withAuth(
    null,
    ({ db }) => db.$queryRaw<{ webp: Uint8Array<ArrayBuffer>; png: Uint8Array<ArrayBuffer> }[]>`
      select l.webp, l.png from organisation_logo l join organisation o on o.id = l.org_id
       where l.version = ${version} and o.deleted_at is null`,
  );
  return row?.[kind] ?? null;
}
