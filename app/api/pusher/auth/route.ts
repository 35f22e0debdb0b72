import { channelRoute } from '@/lib/api/channel-auth';

/** pusher-js asks here before it hears a private channel. */
export const POST = channelRoute;
