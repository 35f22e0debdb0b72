import { nextAuthRoute } from '@/lib/session/next-auth-route';

export { nextAuthRoute as GET, nextAuthRoute as POST };
