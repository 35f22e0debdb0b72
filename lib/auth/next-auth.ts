import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { presentKey } from '@/lib/auth/keys';
import { SignIn } from '@/lib/auth/schema';
import { clientAddress } from '@/lib/auth/session';
import { endSession, signInWithPassword } from '@/lib/auth/sign-in';
import {
  type Claims,
  IDLE_SECONDS,
  sessionCookieName,
  sessionCookieOptions,
  signToken,
  verifyToken,
} from '@/lib/auth/token';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';

type SessionUser = { id: string; name: string; email: string; claims: Omit<Claims, 'iat' | 'exp'> };

/** A wrong password is next-auth's null; a limit or a database that is down is told as what it is (A07). */
function refused(error: unknown): null {
  if (error instanceof DomainError && (error.code === 'unauthenticated' || error.code === 'forbidden')) return null;
  throw error;
}

/**
 * next-auth's view of our session: credentials per organisation, JWT strategy, one jose token in one cookie.
 * NEXTAUTH_URL stays unset on purpose: callbacks then stay on the organisation's own host.
 */
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
        code: { label: 'Code of your authenticator' },
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
        const client = { ip: clientAddress(headers), userAgent: headers.get('user-agent') ?? undefined };
        const opened = await signInWithPassword(input.data, 'browser', client).catch(refused);
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
    decode: ({ token }) =>
      token
        ? verifyToken(token).then(
            (claims) => ({ ...claims }),
            () => null,
          )
        : null,
  },
  callbacks: {
    // Nothing a client sends reaches the claims: only a sign-in fills them.
    // The key is the organisation's present one, whatever it was when somebody signed in.
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
