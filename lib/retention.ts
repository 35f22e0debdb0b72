/** How long, in days, what was deleted can be brought back; then it is removed for good. */

/** Tasks and projects in the bin. Policies of the database say it too (`worker_sweep`): a test compares them. */
export const BIN_DAYS = 30;
/** What went into the bin before this is over, whether the sweep has come to it or not: half of it may be gone. */
export const binnedSince = (): Date => new Date(Date.now() - BIN_DAYS * 86_400_000);
/** An organisation that its admin deleted. */
export const GRACE_DAYS = 30;
