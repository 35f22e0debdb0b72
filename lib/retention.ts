/** How many days deleted things can be restored before they are purged. */

/** Tasks and projects in the bin. Database policies repeat it (`worker_sweep`); a test compares them. */
export const BIN_DAYS = 30;
/** Older things count as gone even before the sweep: parts of them may be. */
export const binnedSince = (): Date => new Date(Date.now() - BIN_DAYS * 86_400_000);
export const GRACE_DAYS = 30;
