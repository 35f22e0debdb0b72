/** Whose dashboard it is, as far as the second list of tasks is concerned. */
export type Reader = 'client' | 'team' | 'observer';

/**
 * Title of the second list, and what it says when it is empty. To a client it is what stands in Testing: nothing there
 * asks for an answer, so the words promise none.
 */
export const WAITING_WORDS: Record<Reader, { title: string; none: string }> = {
  client: { title: 'In Testing', none: 'Nothing that is shared with you is in Testing.' },
  team: { title: 'Overdue with others', none: 'No task of somebody else is overdue.' },
  observer: { title: 'Overdue', none: 'No task is overdue.' },
};
