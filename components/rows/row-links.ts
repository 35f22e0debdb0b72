import { useRouter } from 'next/navigation';
import { type RefObject, useEffect, useState, useTransition } from 'react';
import { usePageEvent } from '@/components/keys/use-page-event';
import { beginNavigation } from '@/components/ui/navigation-progress';

/**
 * One listener for the plain links `a[data-title]` within: they lead on without loading the page anew, and are marked until
 * the next page is there, as `components/ui/link` does.
 * @param open does something else instead, as where a task has no page
 */
export function useRowLinks(within: RefObject<HTMLElement | null>, open?: (link: HTMLAnchorElement) => void): void {
  const router = useRouter();
  const [pending, startNavigation] = useTransition();
  const [pressed, setPressed] = useState<HTMLAnchorElement | null>(null);
  usePageEvent('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const own = target?.closest<HTMLAnchorElement>('a[data-title]');
    // Marks lie over the link, as they have titles of their own.
    const link =
      own ?? target?.closest('.marks')?.closest('[data-row]')?.querySelector<HTMLAnchorElement>('a[data-title]');
    if (!link || !within.current?.contains(link) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey) {
      if (!own) window.open(link.href, '_blank', 'noopener');
      return;
    }
    if (event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (open) return open(link);
    setPressed(link);
    startNavigation(() => router.push(link.getAttribute('href') ?? ''));
  });
  useEffect(() => {
    if (!pending || !pressed) return;
    pressed.dataset.linkPending = '';
    const end = beginNavigation();
    return () => {
      delete pressed.dataset.linkPending;
      end();
    };
  }, [pending, pressed]);
}
