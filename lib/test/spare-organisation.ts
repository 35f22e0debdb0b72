import { randomUUID } from 'node:crypto';
import { asAuth } from '@/lib/db';
import { signToken } from '@/lib/session-token';
import { newId } from '@/lib/validation';

export const SPARE_NAME = 'Spare Parts';
let made = 0;

/** An organisation of its own, for what would end the fixtures'. Its admin has the fixtures' password. */
export async function spareOrganisation(): Promise<{ id: string; key: string; memberId: string; token: string }> {
  const [id, personId, memberId, sid] = [newId(), newId(), newId(), randomUUID()];
  const key = `spare-${++made}-${sid.slice(0, 8)}`;
  const now = Math.floor(Date.now() / 1000);
  await asAuth(async (db) => {
    await db.$executeRaw`insert into organisation (id, key, name, verified_at) values (${id}::uuid, ${key}, ${SPARE_NAME}, now())`;
    // The password of somebody who can change none, having left.
    await db.$executeRaw`insert into person (id, email, name, password_hash, email_verified_at)
      select ${personId}::uuid, ${`admin@${key}.test`}, 'Spare Admin', password_hash, now() from person where email = 'gone@acme.test'`;
    await db.$executeRaw`insert into member (id, org_id, person_id, role, approval, name, email)
      values (${memberId}::uuid, ${id}::uuid, ${personId}::uuid, 'admin', 1, 'Spare Admin', ${`admin@${key}.test`})`;
    await db.$executeRaw`insert into session (id, org_id, member_id, kind, expires_at)
      values (${sid}::uuid, ${id}::uuid, ${memberId}::uuid, 'bearer', now() + interval '1 hour')`;
  });
  const token = await signToken({ sub: personId, sid, org: id, key, kind: 'bearer', abs: now + 3600 }, now + 3600);
  return { id, key, memberId, token };
}

export const spareAdmin = async (): Promise<string> => (await spareOrganisation()).token;
