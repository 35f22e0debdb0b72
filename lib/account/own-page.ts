import 'server-only';
import { securityOf } from '@/lib/account/own-security';
import { sessionsOf } from '@/lib/account/own-sessions';
import { profileOf } from '@/lib/account/profile';
import { SESSIONS_SHOWN } from '@/lib/account/vocabulary';
import { withAuth } from '@/lib/auth';
import type { Ctx } from '@/lib/org';

/** What the profile page shows of a person, through the second door once. */
export const getOwnPage = (ctx: Ctx) =>
  withAuth(ctx, async (auth) => ({
    profile: await profileOf(ctx, auth),
    security: await securityOf(ctx, auth),
    sessions: await sessionsOf(ctx, auth, { page: 1, limit: SESSIONS_SHOWN + 1 }),
  }));
