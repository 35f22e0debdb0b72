import 'server-only';
import { countAsked, mayMail } from '@/lib/attempts/limits';
import { type AuthCtx, type Client, withAuth } from '@/lib/auth';
import { DomainError, invalidField, notFound } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import { hashPassword, passwordMatches } from '@/lib/password/password';
import { type Account, accountOf, verifiedAccount } from '@/lib/person/person';
import { addSeat, ownSeat, waitAgain } from '@/lib/person/seat';
import { type CodeFor, issueCode, openRequests, type RedeemedCode, redeemCode } from '@/lib/session/codes';
import { withMinimumDuration } from '@/lib/session/minimum-duration';
import { presentKey } from '@/lib/session/organisation-keys';
import type { Confirmed, SignedUp, SignUp, SignUpProof } from '@/lib/session/schema';
import { newId } from '@/lib/validation';

const EVEN_MS = 500;
/** Wait after a decline. */
const AGAIN_AFTER = '1 day';
/** Most waiting requests compared with a password: hashing is expensive. */
const COMPARED = 5;
type Joining = { member_id: string; name: string; password_hash: string };
type Organisation = { id: string; name: string; join_rule: 'closed' | 'approval' | 'domains'; join_domains: string[] };

const codeFor = (email: string, key: string): CodeFor => ({ purpose: 'join', email, orgKey: key });

async function organisationOf({ db }: AuthCtx, key: string): Promise<Organisation> {
  const [org] = await db.$queryRaw<Organisation[]>`
    select id, name, join_rule, join_domains from organisation where key = ${key} and verified_at is not null and deleted_at is null`;
  if (!org) throw notFound('The organisation');
  return org;
}

type Standing = { seat: 'none' | 'declined' | 'taken'; declined_lately: boolean };

async function availabilityOf({ db }: AuthCtx, org: Organisation, email: string): Promise<Standing> {
  const [seat] = await db.$queryRaw<Standing[]>`
    select case when m.approval = 0 and m.deactivated_at is null then 'declined' else 'taken' end as seat,
           coalesce(m.decided_at > now() - ${AGAIN_AFTER}::interval, false) as declined_lately
      from member m where m.org_id = ${org.id}::uuid and m.email = ${email} order by m.person_id nulls last limit 1`;
  return seat ?? { seat: 'none', declined_lately: false };
}

/**
 * Nothing is created until the code proves the mailbox. Only the mailbox learns whether it has an account or a seat; an
 * account must give its password. Throws `not_found`, `forbidden` where joining is closed.
 */
export async function askToJoin(input: SignUp, client: Client): Promise<SignedUp> {
  const { email, name, password } = input;
  const key = await presentKey(input.sub_domain);
  const wanted = codeFor(email, key);
  await countAsked('join', email, key, client);
  const memberId = await withMinimumDuration(EVEN_MS, async () => {
    const { org, account, standing, waiting } = await withAuth(client, async (auth) => {
      const org = await organisationOf(auth, key);
      const [standing, account] = [await availabilityOf(auth, org, email), await accountOf(auth, email)];
      return { org, account, standing, waiting: await openRequests<Joining>(auth, wanted) };
    });
    if (org.join_rule === 'closed')
      throw new DomainError(
        'forbidden',
        `${org.name} does not accept requests to join. Ask somebody there to invite you.`,
      );
    const proven = account?.verified ? account : null;
    const right = proven ? await passwordMatches(proven.password_hash, password) : true;
    // The password shows who made a waiting request; others add one beside it.
    const before = proven
      ? waiting.find(({ data }) => right && data.password_hash === proven.password_hash)?.data
      : await requestOf(waiting, password);
    const passwordHash = before?.password_hash ?? (proven ? proven.password_hash : await hashPassword(password));
    const memberId = before?.member_id ?? newId();
    await withAuth(client, async (auth) => {
      const mail = { orgId: org.id, to: email };
      const data = { organisation: org.name, key };
      if (!(await mayMail(auth, 'join', email, key))) return;
      if (standing.seat === 'taken') return queueMail(auth, { ...mail, template: 'alreadyMember', data });
      if (standing.declined_lately) return queueMail(auth, { ...mail, template: 'declinedLately', data });
      if (!right) return queueMail(auth, { ...mail, template: 'existingAccount', data: { organisation: org.name } });
      const request: Joining = { member_id: memberId, name, password_hash: passwordHash };
      const code = await issueCode(auth, wanted, request, rowsOf(waiting, memberId));
      return queueMail(auth, { ...mail, template: 'joinCode', data: { ...data, name, code } });
    });
    return memberId;
  });
  return { _id: memberId, approval_status: 2, verification_required: true };
}

const rowsOf = (requests: RedeemedCode<Joining>[], memberId: string) =>
  requests.filter(({ data }) => data.member_id === memberId).map(({ id }) => id);

/** The newest one with this password. */
async function requestOf(requests: { data: Joining }[], password: string): Promise<Joining | undefined> {
  const hashes = new Map(requests.map(({ data }) => [data.member_id, data]));
  for (const data of [...hashes.values()].slice(0, COMPARED))
    if (await passwordMatches(data.password_hash, password)) return data;
}

/** The code proves only the mailbox: of several requests with one address the caller must show which is theirs. */
const requestShownBy =
  ({ _id, password }: SignUpProof) =>
  async (requests: Joining[]): Promise<Joining> => {
    const own = requests.find(({ member_id }) => member_id === _id);
    if (own) return own;
    const [newest] = requests;
    if (newest && _id === undefined && requests.every(({ member_id }) => member_id === newest.member_id)) return newest;
    const known =
      password === undefined
        ? undefined
        : await requestOf(
            requests.map((data) => ({ data })),
            password,
          );
    if (known) return known;
    throw invalidField(
      'password',
      password === undefined
        ? 'Your code is right, but there is more than one sign-up with this email. Enter the password that you chose, too.'
        : 'This is not the password that was chosen when signing up.',
    );
  };

/** Then they wait for approval, or are in if the join rule says so. */
export async function verifyJoining(
  { email, key, otp, proof }: { email: string; key: string; otp: string; proof: SignUpProof },
  client: Client,
): Promise<Confirmed> {
  const work = async (auth: AuthCtx, { data }: RedeemedCode<Joining>): Promise<Confirmed> => {
    const org = await organisationOf(auth, key);
    if (org.join_rule === 'closed')
      throw new DomainError('forbidden', `${org.name} no longer accepts requests to join.`);
    const account = await verifiedAccount(auth, email, data.name, data.password_hash);
    const approval = org.join_rule === 'domains' && org.join_domains.includes(email.split('@')[1] ?? '') ? 1 : 2;
    const status = await seatFor(auth, org, account, data.member_id, email, approval);
    if (status.made) {
      const seat = { orgId: org.id, memberId: status.id };
      const asking = { email, approvers: await approversOf(auth, org.id) };
      if (status.approval === 1) auth.happened(seat, 'member.joined', { email });
      else auth.happened(seat, 'member.requested', asking, { name: account.name });
    }
    return {
      verified: { organisation_name: org.name, sub_domain: key, verified: true, approval_status: status.approval },
      requestId: data.member_id,
      memberId: status.id,
      knows: account.password_hash === data.password_hash,
    };
  };
  return redeemCode<Joining, Confirmed>(codeFor(email, key), otp, client, work, requestShownBy(proof));
}

async function seatFor(
  auth: AuthCtx,
  org: Organisation,
  account: Account,
  memberId: string,
  email: string,
  approval: 1 | 2,
) {
  const { id: personId, name } = account;
  const seat = { id: memberId, orgId: org.id, personId, role: 'user', approval, name, email } as const;
  // An invitation accepted meanwhile keeps its role.
  return ownSeat(auth, seat, async () => {
    if (await addSeat(auth, seat)) return seat;
    // Declined people wait again whatever the rule: a human said no.
    const again = await waitAgain(auth, { orgId: org.id, personId, rest: AGAIN_AFTER });
    return again === null ? null : { id: again, approval: 2 };
  });
}

async function approversOf({ db }: AuthCtx, orgId: string): Promise<string[]> {
  const where = { orgId, role: { in: ['admin', 'subadmin'] }, approval: 1, deactivatedAt: null };
  return (await db.member.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** What `resendCode` sends again; with `_id`, for that request. Undefined: none waits. */
export async function waitingJoin(auth: AuthCtx, email: string, key: string, _id?: string) {
  const wanted = codeFor(email, key);
  const requests = await openRequests<Joining>(auth, wanted);
  const request = (requests.find(({ data }) => data.member_id === _id) ?? requests[0])?.data;
  if (!request) return;
  const org = await organisationOf(auth, key);
  return { wanted, org, request, replaced: rowsOf(requests, request.member_id), template: 'joinCode' as const };
}
