import 'server-only';
import { countAsked, countCodeTry, mayMail } from '@/lib/attempts/limits';
import { type Client, withAuth } from '@/lib/auth';
import { queueMail } from '@/lib/mail/queue';
import { issueCode } from '@/lib/session/codes';
import { withMinimumDuration } from '@/lib/session/minimum-duration';
import { presentKey } from '@/lib/session/organisation-keys';
import type { Confirmed, SignUpProof } from '@/lib/session/schema';
import { verifyOrganisation, waitingOrganisation } from '@/lib/sign-up/create-organisation';
import { verifyJoining, waitingJoin } from '@/lib/sign-up/join';

const EVEN_MS = 250;
type Asked = { email: string; sub_domain: string };

const waitsForFirstAdmin = (key: string) =>
  withAuth(null, async ({ db }) => (await db.organisation.count({ where: { key, verifiedAt: null } })) > 0);

export async function verifyCode(
  { email, sub_domain, otp, ...proof }: Asked & SignUpProof & { otp: string },
  client: Client,
): Promise<Confirmed> {
  const key = await presentKey(sub_domain);
  await countCodeTry('sign-up', email, key, client);
  return withMinimumDuration(EVEN_MS, async () =>
    (await waitsForFirstAdmin(key))
      ? verifyOrganisation(email, key, otp, client)
      : verifyJoining({ email, key, otp, proof }, client),
  );
}

/** Says and does the same for others, but sends nothing. */
export async function resendCode({ email, sub_domain, _id }: Asked & { _id?: string }, client: Client): Promise<null> {
  const key = await presentKey(sub_domain);
  await countAsked('sign-up', email, key, client);
  await withMinimumDuration(EVEN_MS, async () => {
    const founder = await waitsForFirstAdmin(key);
    await withAuth(client, async (auth) => {
      const waiting = founder ? await waitingOrganisation(auth, email, key) : await waitingJoin(auth, email, key, _id);
      if (!waiting || !(await mayMail(auth, 'sign-up', email, key))) return;
      const { wanted, org, request, replaced, template } = waiting;
      const code = await issueCode(auth, wanted, request, replaced);
      const data = { name: request.name, organisation: org.name, code, key };
      await queueMail(auth, { orgId: org.id, to: email, template, data });
    });
  });
  return null;
}
