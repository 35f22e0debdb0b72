/** What becomes of a client's request, in plain words. Runs anywhere. */

/** Of a request that became a task, the last three follow the task, as far as whoever asks may see it. */
export const REQUEST_STATES = ['received', 'planned', 'in_progress', 'done', 'declined', 'withdrawn'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const REQUEST_STATE_LABEL: Record<RequestState, string> = {
  received: 'Received',
  planned: 'Planned',
  in_progress: 'In progress',
  done: 'Done',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

/** Of one client in one project, undecided at a time. */
export const MOST_WAITING = 50;
export const MOST_REQUEST_FILES = 20;
