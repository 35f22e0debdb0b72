/** Decides what the dashboard's list of further tasks holds. */
export type Reader = 'team' | 'observer';

/** Title and empty text of the list. */
export const WAITING_WORDS: Record<Reader, { title: string; none: string }> = {
  team: { title: 'Overdue with others', none: 'No task of somebody else is overdue.' },
  observer: { title: 'Overdue', none: 'No task is overdue.' },
};
