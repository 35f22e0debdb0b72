import { randomUUID } from 'node:crypto';
import { asAuth } from '@/lib/db';
import { openBearer } from '@/lib/test/session';
import { newId } from '@/lib/validation';

export const SPARE_NAME = 'Spare Parts';
let made = 0;

/** An organisation of its own, for what would end the fixtures'. Its admin has the fixtures' password. */
export async function spareOrganisation() {
  const [id, personId, memberId] = [newId(), newId(), newId()];
  const key = `spare-${++made}-${randomUUID().slice(0, 8)}`;
  await asAuth(async (db) => {
    await db.$executeRaw`insert into organisation (id, key, name, verified_at) values (${id}::uuid, ${key}, ${SPARE_NAME}, now())`;
    // The password of somebody who can change none, having left.
    await db.$executeRaw`insert into person (id, email, name, password_hash, email_verified_at)
      values (${personId}::uuid, ${`admin@${key}.test`}, 'Spare Admin',
        coalesce((select password_hash from person where email = 'gone@acme.test'), 'x'), now())`;
    await db.$executeRaw`insert into member (id, org_id, person_id, role, approval, name, email)
      values (${memberId}::uuid, ${id}::uuid, ${personId}::uuid, 'admin', 1, 'Spare Admin', ${`admin@${key}.test`})`;
  });
  return { id, key, personId, memberId, token: await openBearer(memberId) };
}

export const spareAdmin = async (): Promise<string> => (await spareOrganisation()).token;
