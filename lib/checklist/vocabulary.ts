/** Runs anywhere. */

/** Most lines of one checklist. */
export const MOST_LINES = 200;
