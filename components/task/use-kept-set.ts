import { useSyncExternalStore } from 'react';

const CHANGED = 'kept-set';

/** Words kept in this browser under `name`; `first` (JSON) until somebody changes them. */
export function useKeptSet(name: string, first = '[]') {
  const kept = useSyncExternalStore(
    subscribe,
    () => read(name) ?? first,
    () => first,
  );
  const words: ReadonlySet<string> = new Set(wordsIn(kept) ?? wordsIn(first));
  function toggle(word: string) {
    const next = JSON.stringify(words.has(word) ? [...words].filter((one) => one !== word) : [...words, word]);
    try {
      localStorage.setItem(name, next);
    } catch {
      memory.set(name, next);
    }
    window.dispatchEvent(new Event(CHANGED));
  }
  return { words, toggle };
}

const memory = new Map<string, string>();

function read(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? memory.get(name);
  } catch {
    return memory.get(name);
  }
}

function wordsIn(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(String) : undefined;
  } catch {
    return undefined;
  }
}

function subscribe(onChange: () => void) {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener('storage', onChange);
  };
}
