import { copyText } from '@/components/ui/copy-text';
import { showToast } from '@/components/ui/overlay/toast';

export async function copyLink(href: string, what: string): Promise<void> {
  const url = new URL(href, window.location.origin).href;
  if (await copyText(url)) showToast({ kind: 'success', text: `The link to ${what} was copied.` });
  else showToast({ kind: 'failure', text: `The browser did not allow copying. The link is ${url}` });
}
