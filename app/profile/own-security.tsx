import { SecuritySection } from '@/components/member/security-section';
import { getOwnSecurity } from '@/lib/auth/own-security';
import { listOwnSessions } from '@/lib/auth/own-sessions';
import { orgPage } from '@/lib/transport';

/** The security part of the profile, with what it shows. */
export async function OwnSecuritySection({ orgKey }: { orgKey: string }) {
  const { security, sessions } = await orgPage(null, 'profile.own', async (ctx) => ({
    security: await getOwnSecurity(ctx),
    sessions: (await listOwnSessions(ctx, { page: 1, limit: 50 })).docs,
  }));
  return <SecuritySection orgKey={orgKey} security={security} sessions={sessions} />;
}
