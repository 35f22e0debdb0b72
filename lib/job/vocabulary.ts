/** Work that goes on after the answer. Runs anywhere. */
export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Whether there is more to come of it. */
export const isUnderWay = (state: JobState): boolean => state === 'waiting' || state === 'running';
