import { userRoute } from '@/lib/api/channel-auth';

/** pusher-js signs the user in here, so that the server can end that user's connections. */
export const POST = userRoute;
