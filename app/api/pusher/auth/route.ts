import { channelRoute } from '@/lib/realtime/authorise';

/** pusher-js asks here before it hears a private channel. */
export const POST = channelRoute;
