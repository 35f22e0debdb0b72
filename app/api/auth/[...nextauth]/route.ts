import { nextAuthRoute } from '@/lib/auth/next-auth-route';

export { nextAuthRoute as GET, nextAuthRoute as POST };
