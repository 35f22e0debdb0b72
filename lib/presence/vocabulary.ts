/** Runs anywhere. */

/** What a page says of its person; who says nothing any more is offline. */
export const SAID_STATES = ['active', 'away'] as const;
export const STATES = [...SAID_STATES, 'offline'] as const;

/** How often an open page says so, and how long that counts: two that are lost change nothing. */
export const BEAT_SECONDS = 40;
export const COUNTS_SECONDS = 130;

/** How often somebody who goes on typing says so. */
export const TYPING_SECONDS = 3;
