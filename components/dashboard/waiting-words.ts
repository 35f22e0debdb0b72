/** Decides what the dashboard's second list of tasks holds. */
export type Reader = 'client' | 'team' | 'observer';

/** Title and empty text of a client's first list: what the team says waits for them, to be answered in a comment. */
export const WAITING_FOR_YOU = {
  title: 'Waiting for you',
  none: 'Nothing waits for you. What the team needs from you will stand here.',
};

/** Title and empty text of the second list. For clients it holds tasks in Testing, which need no answer. */
export const WAITING_WORDS: Record<Reader, { title: string; none: string }> = {
  client: { title: 'In Testing', none: 'Nothing that is shared with you is in Testing.' },
  team: { title: 'Overdue with others', none: 'No task of somebody else is overdue.' },
  observer: { title: 'Overdue', none: 'No task is overdue.' },
};
