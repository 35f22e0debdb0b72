import { AsyncLocalStorage } from 'node:async_hooks';
import { sessionCookieName } from '@/lib/session-token';

/** What a server action finds of its request, for calling one outside Next: stands in for `next/headers`. */

type Jar = Map<string, string>;
const requests = new AsyncLocalStorage<{ jar: Jar; host: string; kept: Map<unknown, unknown> }>();

/** React's `cache` for functions without arguments: what it keeps for a request while a page is rendered. */
export const cache =
  <T>(make: () => T) =>
  (): T => {
    const kept = requests.getStore()?.kept;
    if (!kept) return make();
    if (!kept.has(make)) kept.set(make, make());
    return kept.get(make) as T;
  };

export const cookies = async () => {
  const jar = requests.getStore()?.jar ?? new Map<string, string>();
  return {
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) as string } : undefined),
    set: (name: string, value: string) => void jar.set(name, value),
    delete: (name: string) => void jar.delete(name),
  };
};
export const headers = async () =>
  new Headers({ 'user-agent': 'test', host: requests.getStore()?.host ?? 'localhost:3000' });

/** Where an action led, or what it returned; `cookies` are the browser's afterwards. */
export type ActionOutcome = { redirect?: string; value?: unknown; cookies: Jar };

/** Runs a server action as the browser that holds `token`, sent to `host`. */
export async function runAction(
  token: string | null,
  action: () => Promise<unknown>,
  host = 'localhost:3000',
  others: Record<string, string> = {},
): Promise<ActionOutcome> {
  const jar: Jar = new Map([...(token ? ([[sessionCookieName(), token]] as const) : []), ...Object.entries(others)]);
  return requests.run({ jar, host, kept: new Map() }, async () => {
    try {
      return { value: await action(), cookies: jar };
    } catch (error) {
      const [kind, , url] = String((error as { digest?: string }).digest).split(';');
      if (kind !== 'NEXT_REDIRECT') throw error;
      return { redirect: url, cookies: jar };
    }
  });
}

/** True if the action did what was asked: it led on, or returned no failure. */
export function succeeded({ redirect, value }: ActionOutcome): boolean {
  if (redirect !== undefined) return !/\/login(\?|$)/.test(redirect);
  if (typeof value !== 'object' || value === null) return true;
  return !('error' in value && value.error) && !('ok' in value && value.ok === false);
}
