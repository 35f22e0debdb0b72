import { useRouter } from 'next/navigation';
import { type RefObject, useEffect, useEffectEvent, useTransition } from 'react';
import { beginNavigation } from '@/components/ui/navigation-progress';

/** A click on a meeting leads to it within the page. A month has hundreds of links, which one listener serves. */
export function useMeetingLinks(grid: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  const [pending, start] = useTransition();
  useEffect(() => (pending ? beginNavigation() : undefined), [pending]);
  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-meeting] a');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, search } = new URL(link.href);
    start(() => router.push(`${pathname}${search}`));
  });
  useEffect(() => {
    const element = grid.current;
    const click = (event: MouseEvent) => onClick(event);
    element?.addEventListener('click', click);
    return () => element?.removeEventListener('click', click);
  }, [grid]);
}
