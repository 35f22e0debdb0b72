import { copyText } from '@/components/ui/copy-text';
import { showToast } from '@/components/ui/overlay/toast';

/** Copies the link to a page of the product, and says so; `what` names what it leads to. */
export async function copyLink(href: string, what: string): Promise<void> {
  const url = new URL(href, window.location.origin).href;
  if (await copyText(url)) showToast({ kind: 'success', text: `The link to ${what} was copied.` });
  else showToast({ kind: 'failure', text: `The browser did not allow copying. The link is ${url}` });
}
