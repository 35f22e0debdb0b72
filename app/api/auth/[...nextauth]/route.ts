import NextAuth from 'next-auth';
import { authOptions } from '@/lib/auth/next-auth';

/** next-auth's own addresses: session (slides), csrf, callback/credentials, signout. */
const handle = (request: Request, context: { params: Promise<{ nextauth: string[] }> }) =>
  NextAuth(authOptions())(request, context);

export { handle as GET, handle as POST };
