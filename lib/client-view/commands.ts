import 'server-only';
import { canLookAsClients } from '@/lib/client-view/policy';
import type { ClientView, ViewAs } from '@/lib/client-view/schema';
import { withHeaders } from '@/lib/contract/endpoint';
import { env } from '@/lib/env';
import { allow, DomainError, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { openView } from '@/lib/session/view-sessions';
import { viewCookieLine } from '@/lib/session-token';
import { linksOf } from '@/lib/tenant/organisation-path';

/** @throws not_found for whom the caller does not see, forbidden for a client of other leaders' projects, conflict for no client */
export async function viewAs(ctx: Ctx, { member_id: memberId }: ViewAs): Promise<ClientView> {
  allow(canLookAsClients(ctx.actor), 'Your role cannot look as clients.');
  const person = await ctx.db.member.findFirst({
    where: { id: memberId },
    select: { role: true, approval: true, deactivatedAt: true },
  });
  if (!person) throw notFound('The client');
  if (person.role !== 'client' || person.approval !== 1 || person.deactivatedAt)
    throw new DomainError('conflict', 'Only the pages of an active client can be looked at.');
  const opened = await openView(ctx, memberId);
  allow(opened !== null, 'Only who leads a project of this client, or an admin or sub-admin, can look as them.');
  const { token, expiresAt, inBrowser } = opened;
  ctx.happened('view.started', { id: memberId }, { until: expiresAt.toISOString() });
  const url = `${env.appUrl}${linksOf(ctx.org.key, null)('dashboard')}`;
  const answer = { token, url, expires_at: expiresAt.toISOString() };
  return inBrowser ? withHeaders(answer, { 'Set-Cookie': viewCookieLine(token) }) : answer;
}
