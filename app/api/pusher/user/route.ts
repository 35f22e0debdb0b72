import { userRoute } from '@/lib/realtime/authorise';

/** pusher-js signs the connection's user in, so that the server can end that user's connections. */
export const POST = userRoute;
