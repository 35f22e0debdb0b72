import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';

/** How long (ms) an undo waits without a word. */
const SOON = 1000;

/** What was pressed before may be of the same thing. */
let last: Promise<unknown> = Promise.resolve();

/** Undoes a change when it is answered, after what was undone before; a change that failed is none. */
export function undoSent<Made>(sent: Promise<Made>, back: (made: Made) => unknown): void {
  const before = last;
  const late = setTimeout(
    () => showToast({ kind: 'info', text: 'This is undone as soon as what is under way is saved.' }),
    SOON,
  );
  const undo = async (made: Made) => {
    await before;
    clearTimeout(late);
    await back(made);
  };
  const failed = (error: unknown) => showToast({ kind: 'failure', text: `It was not undone. ${reasonOf(error)}` });
  last = sent.then(
    (made) => undo(made).catch(failed),
    () => {
      clearTimeout(late);
      return before;
    },
  );
}
