import { showUndoable } from '@/components/keys/show-undoable';
import { press } from '@/components/keys/single-keys';
import { rememberSent, undoLast } from '@/components/keys/use-undo';
import { openOverlay } from '@/components/overlay/overlay';
import { call, reasonOf } from '@/components/query/api-client';
import { save } from '@/components/query/save-file';
import { copyText } from '@/components/ui/copy-text';
import { showToast } from '@/components/ui/overlay/toast';
import { changeOrganisation } from '@/components/viewer/change-organisation';
import { keepChoice } from '@/components/viewer/keep-choice';
import type { Shell } from '@/components/viewer/shell-context';
import { chooseTheme } from '@/components/viewer/theme-choice';
import { bidi } from '@/lib/bidi';
import type { Act } from './palette-entries';

let afterwards: (() => void) | null = null;

/** For the closing palette: what was chosen runs once the focus is back, which would close what it opens. */
export function runAfterwards(): null {
  if (afterwards) queueMicrotask(afterwards);
  afterwards = null;
  return null;
}

/** To the bin, as from its page; Ctrl+Z brings it back. */
async function removeTask(key: string): Promise<void> {
  // On its own page the button shows at once that it is gone.
  const button = document.querySelector<HTMLElement>(`[data-task="${CSS.escape(key)}"] [data-task-field="Delete"]`);
  if (button) return button.click();
  const removal = call('DELETE task/{id}', { id: key });
  const back = () =>
    call('POST restoreTask', { id: key }).then(
      () => showToast({ kind: 'info', text: `${key} is restored.` }),
      (error) => showToast({ kind: 'failure', text: `${key} was not restored. ${reasonOf(error)}` }),
    );
  const step = rememberSent(removal, back);
  try {
    await removal;
  } catch (error) {
    return showToast({ kind: 'failure', text: `${key} was not deleted. ${reasonOf(error)}` });
  }
  showUndoable(`${key} was moved to the bin.`, step);
}

export async function runAct(act: Act, shell: Shell): Promise<void> {
  switch (act.does) {
    case 'overlay':
      return openOverlay(act.name);
    case 'press':
      afterwards = () => {
        if (act.on instanceof HTMLElement) act.on.focus();
        press(act.letter, act.on, act.shift);
      };
      return;
    case 'click':
      afterwards = () => act.on.click();
      return;
    case 'delete':
      return removeTask(act.key);
    case 'undo':
      return undoLast();
    case 'theme':
      chooseTheme(act.theme);
      void keepChoice({ theme: act.theme });
      return;
    case 'switch':
      return changeOrganisation(shell, act.key);
    case 'copy':
      if (await copyText(act.text)) showToast({ kind: 'success', text: act.said });
      else showToast({ kind: 'failure', text: bidi`Your browser did not allow that. ${act.text}` });
      return;
    case 'download':
      try {
        await save('POST downloadOwnData');
        showToast({ kind: 'success', text: 'Your data was downloaded' });
      } catch (error) {
        showToast({ kind: 'failure', text: reasonOf(error) });
      }
  }
}
