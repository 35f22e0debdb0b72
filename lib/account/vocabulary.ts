/** How many sessions a profile lists; `GET ownSessions` has them all. */
export const SESSIONS_SHOWN = 20;
