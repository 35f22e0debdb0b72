import NextAuth from 'next-auth';
import { authOptions } from '@/lib/auth/next-auth';

/** next-auth's own addresses: session (slides), csrf, callback/credentials, signout. */
const handle = async (request: Request, context: { params: Promise<{ nextauth: string[] }> }) => {
  const [action] = (await context.params).nextauth;
  // next-auth throws where a credentials sign-in is asked for by GET; a session is read, never posted.
  const allowed = action === 'callback' ? 'POST' : action === 'session' ? 'GET' : request.method;
  if (request.method !== allowed)
    return Response.json(
      { status: 405, code: 'method', message: `Use ${allowed} here.` },
      { status: 405, headers: { Allow: allowed } },
    );
  return NextAuth(authOptions())(request, context);
};

export { handle as GET, handle as POST };
