import Pusher from 'pusher-js';

/** What only an open connection needs: fetched with the SDK, after a page's first load. */
export { clientOptions } from './client-options';

/** The SDK's class, which some bundlers wrap once more. */
export const Client = (Pusher as unknown as { default?: typeof Pusher }).default ?? Pusher;
