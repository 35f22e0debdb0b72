import 'server-only';
import { type CodeFor, issueCode, lastRequest, redeemCode } from '@/lib/auth/codes';
import { evenly } from '@/lib/auth/even-time';
import { presentKey } from '@/lib/auth/keys';
import { countMailed } from '@/lib/auth/limits';
import { hashPassword, passwordMatches } from '@/lib/auth/password';
import { type Account, accountOf, auditAs, provenAccount } from '@/lib/auth/person';
import type { SignedUp, SignUp, VerifiedAddress } from '@/lib/auth/schema';
import type { Client } from '@/lib/auth/sign-in';
import { asAuth, type Db } from '@/lib/db';
import { DomainError, notFound } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import { kickOutbox } from '@/lib/outbox';
import { deliveriesOf, type LiveEvent } from '@/lib/realtime/events';
import { newId } from '@/lib/validation';

const EVEN_MS = 500;
type Joining = { member_id: string; name: string; password_hash: string };
type Organisation = { id: string; name: string; join_rule: 'closed' | 'approval' | 'domains'; join_domains: string[] };

const codeFor = (email: string, key: string): CodeFor => ({ purpose: 'join', email, orgKey: key });

async function organisationOf(db: Db, key: string): Promise<Organisation> {
  const [org] = await db.$queryRaw<Organisation[]>`
    select id, name, join_rule, join_domains from organisation where key = ${key} and verified_at is not null and deleted_at is null`;
  if (!org) throw notFound('The organisation');
  return org;
}

/**
 * Asks to join an organisation. Nothing is made until the code from the mail shows that the address is theirs: then the
 * person waits for approval. An address that has an account must give its password; whether it has one, or a seat here,
 * is told to the mailbox alone. Throws `not_found`, and `forbidden` where an organisation takes nobody by request.
 */
export async function askToJoin(input: SignUp, client: Client): Promise<SignedUp> {
  const { email, name, password } = input;
  const key = await presentKey(input.sub_domain);
  await countMailed('join', email, key, client);
  const memberId = newId();
  await evenly(EVEN_MS, async () => {
    const { org, account, seated } = await asAuth(async (db) => {
      const org = await organisationOf(db, key);
      const [seat] = await db.$queryRaw<{ id: string }[]>`
        select m.id from member m join person p on p.id = m.person_id
         where m.org_id = ${org.id}::uuid and p.email = ${email}`;
      return { org, account: await accountOf(db, email), seated: seat !== undefined };
    });
    if (org.join_rule === 'closed')
      throw new DomainError('forbidden', `${org.name} takes nobody in by request. Ask somebody there to invite you.`);
    const proven = account?.verified ? account : null;
    const right = proven ? await passwordMatches(proven.password_hash, password) : true;
    const passwordHash = proven ? proven.password_hash : await hashPassword(password);
    await asAuth(async (db) => {
      const mail = { orgId: org.id, to: email };
      if (seated) return queueMail(db, { ...mail, template: 'alreadyMember', data: { organisation: org.name, key } });
      if (!right) return queueMail(db, { ...mail, template: 'existingAccount', data: { organisation: org.name } });
      const request: Joining = { member_id: memberId, name, password_hash: passwordHash };
      const code = await issueCode(db, codeFor(email, key), request);
      return queueMail(db, { ...mail, template: 'joinCode', data: { name, organisation: org.name, code, key } });
    });
    kickOutbox();
  });
  return { _id: memberId, approval_status: 2, verification_required: true };
}

/** The code of somebody who asked to join: from here on they wait for approval, or are in where the rule says so. */
export async function verifyJoining(email: string, key: string, otp: string, client: Client): Promise<VerifiedAddress> {
  const verified = await redeemCode<Joining, VerifiedAddress>(codeFor(email, key), otp, async (db, { data }) => {
    const org = await organisationOf(db, key);
    if (org.join_rule === 'closed')
      throw new DomainError('forbidden', `${org.name} takes nobody in by request any more.`);
    const account = await provenAccount(db, email, data.name, data.password_hash);
    const approval = org.join_rule === 'domains' && org.join_domains.includes(email.split('@')[1] ?? '') ? 1 : 2;
    const status = await addSeat(db, org, account, data.member_id, email, approval);
    if (status.made) {
      await auditAs(
        db,
        {
          orgId: org.id,
          memberId: status.id,
          action: approval === 1 ? 'member.joined' : 'member.requested',
          target: email,
        },
        client,
      );
      if (approval === 2) await tellApprovers(db, org.id, status.id, account.name);
      else
        await queueMail(db, {
          orgId: org.id,
          to: email,
          template: 'approved',
          data: { name: account.name, organisation: org.name, key, role: 'User' },
        });
    }
    return { organisation_name: org.name, sub_domain: key, verified: true, approval_status: status.approval };
  });
  kickOutbox();
  return verified;
}

async function addSeat(db: Db, org: Organisation, account: Account, memberId: string, email: string, approval: 1 | 2) {
  const [made] = await db.$queryRaw<{ id: string }[]>`
    insert into member (id, org_id, person_id, role, approval, name, email)
    values (${memberId}::uuid, ${org.id}::uuid, ${account.id}::uuid, 'user', ${approval}::int, ${account.name}, ${email})
    on conflict (org_id, person_id) do nothing returning id`;
  if (made) return { id: made.id, approval, made: true };
  // An invitation was accepted meanwhile: what it gave stays.
  const [seat] = await db.$queryRaw<{ id: string; approval: number }[]>`
    select id, approval from member where org_id = ${org.id}::uuid and person_id = ${account.id}::uuid`;
  return { id: seat?.id ?? memberId, approval: seat?.approval ?? approval, made: false };
}

/** In the inbox of everybody who may let people in. */
async function tellApprovers(db: Db, orgId: string, memberId: string, name: string): Promise<void> {
  const approvers = await db.$queryRaw<{ id: string }[]>`
    select id from member where org_id = ${orgId}::uuid and role in ('admin', 'subadmin') and approval = 1 and deactivated_at is null`;
  if (!approvers.length) return;
  await db.notification.createMany({
    data: approvers.map(({ id }) => ({
      id: newId(),
      orgId,
      memberId: id,
      actorId: memberId,
      kind: 'member.requested',
      data: { name },
    })),
  });
  const events: LiveEvent[] = [
    { type: 'people.changed' },
    ...approvers.map(({ id }) => ({ type: 'notification.added', memberId: id }) as const),
  ];
  await db.outbox.createMany({
    data: events.map((event) => ({ id: newId(), orgId, kind: 'realtime', payload: deliveriesOf(orgId, event) })),
  });
}

/** Another code for a request that waits for one; nothing for anybody else. */
export async function resendJoining(db: Db, email: string, key: string): Promise<void> {
  const request = await lastRequest<Joining>(db, codeFor(email, key));
  if (!request) return;
  const org = await organisationOf(db, key);
  const code = await issueCode(db, codeFor(email, key), request);
  await queueMail(db, {
    orgId: org.id,
    to: email,
    template: 'joinCode',
    data: { name: request.name, organisation: org.name, code, key },
  });
}
