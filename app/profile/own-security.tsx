import { SecuritySection } from '@/components/account/security-section';
import { getOwnSecurity } from '@/lib/account/own-security';
import { listOwnSessions } from '@/lib/account/own-sessions';
import { orgPage } from '@/lib/session/transport';

export async function OwnSecuritySection({ orgKey }: { orgKey: string }) {
  const { security, sessions } = await orgPage(null, 'profile.own', async (ctx) => ({
    security: await getOwnSecurity(ctx),
    sessions: (await listOwnSessions(ctx, { page: 1, limit: 50 })).docs,
  }));
  return <SecuritySection orgKey={orgKey} security={security} sessions={sessions} />;
}
