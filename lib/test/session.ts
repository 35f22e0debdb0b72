import { randomUUID } from 'node:crypto';
import { asAuth } from '@/lib/db';
import { signToken } from '@/lib/session-token';

const SECONDS = 12 * 3600;

/** The token of a new session of a seat, as signing in leaves it: without the password and what comparing it costs. */
export async function openBearer(memberId: string): Promise<string> {
  const sid = randomUUID();
  const rows = await asAuth(
    (db) => db.$queryRaw<{ sub: string; org: string; key: string }[]>`
      with opened as (insert into session (id, org_id, member_id, kind, expires_at)
        select ${sid}::uuid, org_id, id, 'bearer', now() + make_interval(secs => ${SECONDS}) from member
         where id = ${memberId}::uuid and approval = 1 and deactivated_at is null returning id)
      select m.person_id as sub, m.org_id as org, o.key from opened, member m join organisation o on o.id = m.org_id
       where m.id = ${memberId}::uuid`,
  );
  const [seat] = rows;
  if (!seat) throw new Error(`${memberId} is no open seat`);
  const end = Math.floor(Date.now() / 1000) + SECONDS;
  return signToken({ ...seat, sid, kind: 'bearer', abs: end }, end);
}
