import { livingTabs, locks, tabIfKnown, thisTab } from './tab';

/**
 * Unsent texts, kept in this browser for thirty days. Names include the owner, so that nobody sees another's draft. Each is
 * of one tab: what is sent or discarded there is no other's. The draft of a tab that is gone is the next one's that asks.
 * Never for passwords or codes.
 */
const PREFIX = 'guildhall-draft:';
const KEPT = 30 * 86_400_000;

type Entry = { at: number; value: unknown };
/** `tab`: empty in what older versions kept. */
type Kept = Entry & { key: string; name: string; tab: string };

/** What the storage has not taken: it is full or refused, or the tab's name is not known yet. */
const memory = new Map<string, unknown>();

const keyOf = (name: string, tab: string) => `${PREFIX}${name}|${tab}`;

function entryOf(text: string | null): Entry | null {
  try {
    const entry = JSON.parse(text ?? 'null') as Entry | null;
    return entry && typeof entry.at === 'number' && Date.now() - entry.at < KEPT ? entry : null;
  } catch {
    return null;
  }
}

function stored(key: string): Entry | null {
  try {
    return entryOf(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Drafts of all tabs. */
function allKept(): Kept[] {
  try {
    return Object.keys(localStorage).flatMap((key) => {
      if (!key.startsWith(PREFIX)) return [];
      const entry = stored(key);
      const [name = '', tab = ''] = key.slice(PREFIX.length).split('|');
      return entry ? [{ ...entry, key, name, tab }] : [];
    });
  } catch {
    return [];
  }
}

/** This tab's, if it is known by now; undefined if there is none, or it cannot be read. */
export function readDraft(name: string): unknown {
  if (memory.has(name)) return memory.get(name);
  const tab = tabIfKnown();
  return tab === null ? undefined : stored(keyOf(name, tab))?.value;
}

/** Undefined removes it. Works (without keeping) where storage is refused. */
export function writeDraft(name: string, value: unknown): void {
  const tab = tabIfKnown();
  if (tab === null) {
    memory.set(name, value);
    // After those who ask what was kept.
    void thisTab().then(() => setTimeout(() => memory.has(name) && writeDraft(name, memory.get(name))));
    return;
  }
  memory.delete(name);
  try {
    if (value === undefined) localStorage.removeItem(keyOf(name, tab));
    else localStorage.setItem(keyOf(name, tab), JSON.stringify({ at: Date.now(), value } satisfies Entry));
  } catch {
    // The text then lives as long as the page.
    if (value !== undefined) memory.set(name, value);
  }
}

/**
 * Calls `onKept` with this tab's draft, or with the latest that a closed tab left, which is this one's from now on; not at
 * all if there is none, or something was written meanwhile. @returns a function that ends the question.
 */
export function recallDraft(name: string, onKept: (value: unknown) => void): () => void {
  let over = false;
  async function ask() {
    const own = stored(keyOf(name, await thisTab()))?.value;
    if (own !== undefined) return void (over || onKept(own));
    await oneAtATime(async () => {
      const left = (await leftBehind(await livingTabs())).filter((one) => one.name === name);
      const [latest] = left.sort((one, other) => other.at - one.at);
      if (over || !latest || readDraft(name) !== undefined) return;
      adopt(latest);
      onKept(latest.value);
    });
  }
  ask().catch((error) => reportError(error));
  return () => {
    over = true;
  };
}

async function leftBehind(living: ReadonlySet<string>): Promise<Kept[]> {
  const own = await thisTab();
  return allKept().filter(({ tab }) => tab !== own && !living.has(tab));
}

/** Two tabs that open the same place do not take the same draft. */
const oneAtATime = (work: () => Promise<void>): Promise<void> => locks()?.request(PREFIX, work) ?? work();

function adopt({ key, name, value }: Kept): void {
  writeDraft(name, value);
  // A full storage has no room for both.
  if (!memory.has(name)) localStorage.removeItem(key);
}

/** Puts a text that was not sent before a newer draft, which must not be lost. */
export function keepBefore(name: string, text: string): void {
  const since = readDraft(name);
  writeDraft(name, typeof since === 'string' ? `${text}\n\n${since}` : text);
}

/** Names of the drafts with this in them that this tab has, or would find. */
export async function draftNames(part: string): Promise<string[]> {
  const own = await thisTab();
  const found = [...allKept().filter(({ tab }) => tab === own), ...(await leftBehind(await livingTabs()))];
  return [...new Set([...found.map(({ name }) => name), ...memory.keys()])].filter((name) => name.includes(part));
}

/** Names of what this person has written and not sent, in any tab. */
export const allDraftNames = (memberId: string): string[] => [
  ...new Set([...memory.keys(), ...allKept().map(({ name }) => name)].filter((name) => name.includes(memberId))),
];

/** In any tab. */
export const hasDraft = (memberId: string): boolean => allDraftNames(memberId).length > 0;

/** In all tabs. */
export function dropDraft(name: string): void {
  memory.delete(name);
  for (const kept of allKept()) if (kept.name === name) localStorage.removeItem(kept.key);
}

/** Those of all tabs. */
export function forgetDrafts(memberId: string): void {
  for (const name of memory.keys()) if (name.includes(memberId)) memory.delete(name);
  for (const { key, name } of allKept()) if (name.includes(memberId)) localStorage.removeItem(key);
}

export function sweepDrafts(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !stored(key)) localStorage.removeItem(key);
  } catch {
    // See above.
  }
}
