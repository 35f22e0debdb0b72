import { useSyncExternalStore } from 'react';
import { COMPLETED } from '@/lib/task/vocabulary';

const FIRST = JSON.stringify([COMPLETED]);
const CHANGED = 'task-groups-folded';

/** Status codes of folded groups; kept in this browser for each person. */
export function useFolded(memberId: string) {
  const name = `${memberId}:task-groups-folded`;
  const kept = useSyncExternalStore(
    subscribe,
    () => read(name),
    () => FIRST,
  );
  const folded: ReadonlySet<number> = new Set(codesIn(kept));
  function toggle(status: number) {
    const next = folded.has(status) ? [...folded].filter((code) => code !== status) : [...folded, status];
    try {
      localStorage.setItem(name, JSON.stringify(next));
    } catch {
      memory.set(name, JSON.stringify(next));
    }
    window.dispatchEvent(new Event(CHANGED));
  }
  return { folded, toggle };
}

const memory = new Map<string, string>();

function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? FIRST;
  } catch {
    return memory.get(name) ?? FIRST;
  }
}

function codesIn(text: string): number[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((code) => typeof code === 'number') : [COMPLETED];
  } catch {
    return [COMPLETED];
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
