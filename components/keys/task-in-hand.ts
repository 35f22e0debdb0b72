/** The task that has the focus, in a row or on a card, else the one whose page or peek is open. */
export type TaskInHand = {
  key: string;
  /** Takes its letters. */
  target: Element;
  /** Whether the place has a control for this command. */
  has: (command: string, field: string | undefined) => boolean;
  onBoard: boolean;
  /** Whether the place can show it beside itself. */
  peeks: boolean;
};

export function taskInHand(origin: Element | null): TaskInHand | null {
  const row = origin?.closest<HTMLElement>('[data-row]');
  if (row?.dataset.row)
    return {
      key: row.dataset.row,
      target: row.querySelector('[data-title], [data-stop]') ?? row,
      // Rows whose title can be edited take labels too, whatever columns they have.
      has: (command) => row.querySelector(`[data-field="${command === 'labels' ? 'title' : command}"]`) !== null,
      onBoard: row.dataset.card !== undefined,
      peeks: row.closest('[data-peeks]') !== null,
    };
  const page = origin?.closest<HTMLElement>('[data-task]') ?? document.querySelector<HTMLElement>('[data-task]');
  if (!page?.dataset.task) return null;
  return {
    key: page.dataset.task,
    target: document.body,
    has: (_command, field) => page.querySelector(`[data-task-field="${field}"]`) !== null,
    onBoard: false,
    peeks: false,
  };
}
