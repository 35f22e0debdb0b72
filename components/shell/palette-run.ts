import { api, reasonOf } from '@/components/query/api-client';
import { copyText } from '@/components/ui/copy-text';
import { showToast } from '@/components/ui/toast';
import { changeOrganisation } from './change-organisation';
import { keepChoice } from './keep-choice';
import { openOverlay } from './overlay';
import type { Act } from './palette-entries';
import type { Shell } from './shell-context';
import { chooseTheme } from './theme-choice';

/** Does what an entry of the palette says, where it opens no page. */
export async function runAct(act: Act, shell: Shell): Promise<void> {
  switch (act.does) {
    case 'overlay':
      return openOverlay(act.name);
    case 'theme':
      chooseTheme(act.theme);
      void keepChoice({ theme: act.theme });
      return;
    case 'switch':
      return changeOrganisation(shell, act.key);
    case 'copy':
      if (await copyText(act.text)) showToast({ kind: 'success', text: act.said });
      else showToast({ kind: 'failure', text: `Your browser did not allow that. ${act.text}` });
      return;
    case 'download':
      try {
        await api.save('downloadOwnData', {});
        showToast({ kind: 'success', text: 'Your data was downloaded' });
      } catch (error) {
        showToast({ kind: 'failure', text: reasonOf(error) });
      }
  }
}
