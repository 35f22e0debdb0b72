import { useSyncExternalStore } from 'react';

/** Stands for `next/navigation` in parts. The URL is the page's own, so that `window.history` and `location` agree with it. */

const HOME = '/acme/task';

type Navigation = { way: 'push' | 'replace' | 'refresh' | 'back'; url?: string };
let navigations: Navigation[] = [];
let onRefresh: () => void = () => undefined;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of [...listeners]) listener();
};

/** What was navigated to, oldest first. */
export const navigation = {
  /** The page's URL without its origin. */
  get url(): string {
    return `${window.location.pathname}${window.location.search}`;
  },
  get all(): readonly Navigation[] {
    return navigations;
  },
  /** The page's URL from the beginning. */
  begin(url = HOME): void {
    navigations = [];
    onRefresh = () => undefined;
    History.prototype.replaceState.call(window.history, null, '', url);
    changed();
  },
  /** What `router.refresh()` does: usually, show the part again with what the server would read now. */
  onRefresh(refresh: () => void): void {
    onRefresh = refresh;
  },
  get refreshes(): number {
    return navigations.filter(({ way }) => way === 'refresh').length;
  },
};

/** As Next does, hears of what the page itself writes into its URL. */
export function installNavigation(): void {
  for (const way of ['pushState', 'replaceState'] as const) {
    const write = window.history[way].bind(window.history);
    window.history[way] = (...words) => {
      write(...words);
      queueMicrotask(changed);
    };
  }
  window.addEventListener('popstate', changed);
}

function go(way: 'push' | 'replace', url: string): void {
  navigations.push({ way, url });
  window.history[`${way}State`](null, '', url);
}

const ROUTER = {
  push: (url: string) => go('push', url),
  replace: (url: string) => go('replace', url),
  refresh: () => {
    navigations.push({ way: 'refresh' });
    onRefresh();
  },
  back: () => {
    navigations.push({ way: 'back' });
    window.history.back();
  },
  forward: () => window.history.forward(),
  prefetch: () => undefined,
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const searches = new Map<string, URLSearchParams>();
const searchOf = (text: string) => {
  const known = searches.get(text) ?? new URLSearchParams(text);
  searches.set(text, known);
  return known;
};

export const useRouter = () => ROUTER;
export const usePathname = () => useSyncExternalStore(subscribe, () => window.location.pathname);
export const useSearchParams = () => searchOf(useSyncExternalStore(subscribe, () => window.location.search));
export const useSelectedLayoutSegment = () => usePathname().split('/')[2] ?? null;
export const useParams = () => ({ orgKey: usePathname().split('/')[1] ?? '' });

/** Links of the page: a press changes the URL, and nothing is fetched. */
export function follow(url: string, replace: boolean | undefined): void {
  go(replace ? 'replace' : 'push', url);
}

export function redirect(url: string): never {
  throw new Error(`redirect to ${url}`);
}

export function notFound(): never {
  throw new Error('not found');
}
