/** Decides what the dashboard's list of further tasks holds. */
export type Reader = 'client' | 'team' | 'observer';

/** Title and empty text of the list. For clients it holds tasks in Testing, which need no answer. */
export const WAITING_WORDS: Record<Reader, { title: string; none: string }> = {
  client: { title: 'In Testing', none: 'Nothing that is shared with you is in Testing.' },
  team: { title: 'Overdue with others', none: 'No task of somebody else is overdue.' },
  observer: { title: 'Overdue', none: 'No task is overdue.' },
};
