import 'server-only';
import { countCodeTry, countDomainCode } from '@/lib/attempts/limits';
import { type Client, withAuth } from '@/lib/auth';
import { DomainError } from '@/lib/errors';
import { signature } from '@/lib/mail/queries.signature';
import { queueMail } from '@/lib/mail/queue';
import type { Ctx } from '@/lib/org';
import { MAX_DOMAINS } from '@/lib/organisation/vocabulary';
import { isFreeMail } from '@/lib/organisation/vocabulary.freemail';
import { type CodeFor, issueCode, redeemCode } from '@/lib/session/codes';

/** Domains whose people join without approval; proved by receiving a mail there. */

/** `ann@acme.example` → `acme.example`. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Null if it can. */
export const domainProblem = (domain: string): string | null =>
  isFreeMail(domain) ? `Anybody can have an email at ${domain}. Use a domain that belongs to your organisation.` : null;

// By id: the key may change while the mail is on its way.
const codeFor = (organisation: string, email: string): CodeFor => ({ purpose: 'domain', email, orgKey: organisation });

export async function sendDomainCode(ctx: Ctx, email: string): Promise<void> {
  const { org } = ctx;
  await countDomainCode(ctx, email);
  const code = await withAuth(ctx, (auth) => issueCode(auth, codeFor(org.id, email)));
  await queueMail(ctx, {
    to: email,
    template: 'domainCode',
    data: { organisation: org.name, key: org.key, code, domain: domainOf(email), by: await signature(ctx) },
  });
  // Logged even if the code is never entered.
  ctx.happened('organisation.domain_asked', { target: domainOf(email) }, { email });
}

/** `invalid` for a wrong code. */
export async function redeemDomainCode(
  by: { organisation: string; memberId: string },
  email: string,
  otp: string,
  client: Client,
): Promise<void> {
  await countCodeTry('domain', email, by.organisation, client);
  await redeemCode(codeFor(by.organisation, email), otp, client, async (auth) => {
    const domain = domainOf(email);
    const added = await auth.db.$executeRaw`
      update organisation set join_domains = array_append(join_domains, ${domain}), version = version + 1
       where id = ${by.organisation}::uuid and deleted_at is null and not ${domain} = any (join_domains)
         and cardinality(join_domains) < ${MAX_DOMAINS}::int`;
    if (!added) throw new DomainError('conflict', `${domain} is already in the list, or the list is full.`);
    const { organisation: orgId, memberId } = by;
    auth.happened({ orgId, memberId }, 'organisation.domain_added', { target: domain });
  });
}
