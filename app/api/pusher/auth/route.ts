import { channelRoute } from '@/lib/api/channel-auth';

/** pusher-js asks here before it joins a private channel. */
export const POST = channelRoute;
