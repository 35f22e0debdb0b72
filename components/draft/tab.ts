/**
 * What this tab is called: its drafts are kept under it. It survives a reload, and no other living tab has it, also if it
 * was duplicated and began with the same storage.
 */
const NAME = 'guildhall-tab';
const LOCK = `${NAME}:`;
/** A page that is being reloaded may still hold the name of its tab for a moment (ms). */
const LETS_GO_MS = 500;

const here: { name: string | null; asked: Promise<string> | null } = { name: null, asked: null };

/** What tells open tabs from closed ones; browsers have it for pages with a secure address only. */
export const locks = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks);

/** Null until it is known that no other tab is called so. */
export function tabIfKnown(): string | null {
  void thisTab();
  return here.name;
}

export function thisTab(): Promise<string> {
  here.asked ??= choose();
  return here.asked;
}

/** Names of the tabs that are open; empty where browsers do not tell. */
export async function livingTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => undefined)) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? name.slice(LOCK.length) : [])));
}

async function choose(): Promise<string> {
  const kept = stored();
  if (kept && !locks()) return call(kept);
  if (kept && (await hold(kept))) return call(kept);
  const fresh = call(newName());
  if (locks()) await hold(fresh);
  return fresh;
}

/** Until the page ends, however it ends. */
const hold = (name: string) =>
  new Promise<boolean>((resolve) => {
    const signal = AbortSignal.timeout(LETS_GO_MS);
    locks()
      ?.request(LOCK + name, { signal }, () => {
        resolve(true);
        return new Promise(() => undefined);
      })
      .catch(() => resolve(false));
  });

function call(name: string): string {
  here.name = name;
  try {
    sessionStorage.setItem(NAME, name);
  } catch {
    // The next page of this tab is another one, and finds the drafts of one that is gone.
  }
  return name;
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}

const newName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
