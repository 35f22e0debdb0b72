import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { env } from '@/lib/env';
import type { Failure } from '@/lib/errors';
import { log } from '@/lib/log';
import { connectionOf } from '@/lib/session/caller';
import { presentKey } from '@/lib/session/organisation-keys';
import { SignIn } from '@/lib/session/schema';
import { isLive } from '@/lib/session/sessions';
import { endSession, signInWithPassword } from '@/lib/session/sign-in';
import { reported } from '@/lib/session/transport';
import {
  type Claims,
  IDLE_SECONDS,
  sessionCookieName,
  sessionCookieOptions,
  signToken,
  verifyToken,
} from '@/lib/session-token';

type SessionUser = { id: string; name: string; email: string; claims: Omit<Claims, 'iat' | 'exp'> };

type Attempt = { failure?: Failure };
const attempts = new AsyncLocalStorage<Attempt>();

/** Reports why a request failed, other than by a wrong password or an ended session. */
export async function withFailure<T>(work: () => Promise<T>): Promise<{ result: T; failure?: Failure }> {
  const attempt: Attempt = {};
  const result = await attempts.run(attempt, work);
  return { result, failure: attempt.failure };
}

/** next-auth knows only null (wrong password); rate limits and outages are reported as such (A07). */
function refused(error: unknown): null {
  const failure = noted(error);
  if (failure.code === 'unauthenticated' || failure.code === 'forbidden') return null;
  throw error;
}

function noted(error: unknown): Failure {
  const failure = reported(error, 'next-auth');
  const attempt = attempts.getStore();
  if (attempt && failure.code !== 'unauthenticated' && failure.code !== 'forbidden') attempt.failure = failure;
  return failure;
}

/** Credentials per organisation, JWT. NEXTAUTH_URL stays unset: callbacks stay on the organisation's own host. */
export const authOptions = (): NextAuthOptions => ({
  secret: env.authSecrets[0],
  session: { strategy: 'jwt', maxAge: IDLE_SECONDS },
  pages: { signIn: '/already_registered', error: '/already_registered', signOut: '/' },
  cookies: { sessionToken: { name: sessionCookieName(), options: sessionCookieOptions() } },
  providers: [
    Credentials({
      credentials: {
        sub_domain: { label: 'Organisation' },
        email: { label: 'Email' },
        password: { label: 'Password', type: 'password' },
        code: { label: 'Code from your authenticator' },
      },
      async authorize(credentials, request) {
        const input = SignIn.safeParse({
          sub_domain: credentials?.sub_domain,
          email: credentials?.email,
          password: credentials?.password,
          code: credentials?.code || undefined,
        });
        if (!input.success) return null;
        const headers = new Headers(request.headers as Record<string, string>);
        const opened = await signInWithPassword(input.data, 'browser', connectionOf(headers)).catch(refused);
        if (!opened) return null;
        const { sub, sid, org, key, kind, abs } = await verifyToken(opened.token);
        const user: SessionUser = {
          id: sub,
          name: opened.user.name,
          email: opened.user.email,
          claims: { sub, sid, org, key, kind, abs },
        };
        return user;
      },
    }),
  ],
  jwt: {
    maxAge: IDLE_SECONDS,
    async encode({ token, maxAge }) {
      const { sub, sid, org, key, kind, abs } = token as unknown as Claims;
      const expires = Math.min(Math.floor(Date.now() / 1000) + (maxAge ?? IDLE_SECONDS), abs);
      return signToken({ sub, sid, org, key, kind, abs }, expires);
    },
    // For an ended session next-auth answers an empty session and removes the cookie.
    async decode({ token }) {
      const claims = token ? await verifyToken(token).catch(() => null) : null;
      const live = claims && (await isLive(claims.sid).catch((error) => void noted(error)));
      return live ? { ...claims } : null;
    },
  },
  // One JSON line each: input cannot forge another line.
  logger: {
    error: (code, { message }) => void (code === 'JWT_SESSION_ERROR' || log('error', 'next-auth', { code, message })),
    warn: (code) => log('warn', 'next-auth', { code }),
  },
  callbacks: {
    // Claims are filled at sign-in only, never from client input. The key is the organisation's present one.
    jwt: async ({ token, user }) =>
      user ? { ...(user as unknown as SessionUser).claims } : { ...token, key: await presentKey(String(token.key)) },
    session: ({ session, token }) => ({
      expires: session.expires,
      user: { name: null, ...({ id: token.sub, organisation: token.key } as object) },
    }),
  },
  events: {
    async signOut({ token }) {
      const sid = (token as Partial<Claims> | null)?.sid;
      if (sid) await endSession(sid);
    },
  },
});
