type Load = () => Promise<unknown>;

const loads = new Set<Load>();
let state: 'waiting' | 'listening' | 'loading' = 'waiting';

/**
 * Fetches a dialog's code after the first interaction, when idle, so that it opens offline too; once per `load`. `needed`:
 * also where data is saved, as nothing else fetches it.
 */
export function loadAhead(load: Load, needed = false): void {
  if (savesData() && !needed) return;
  loads.add(load);
  if (state === 'loading') soon();
  if (state !== 'waiting') return;
  state = 'listening';
  const begin = () => {
    for (const name of SIGNS) window.removeEventListener(name, begin);
    state = 'loading';
    window.addEventListener('online', soon);
    soon();
  };
  for (const name of SIGNS) window.addEventListener(name, begin, { passive: true });
}

const SIGNS = ['pointerdown', 'pointermove', 'keydown'] as const;

function soon(): void {
  const run = () => {
    // A failed one stays, for when the connection is back.
    for (const load of loads)
      load().then(
        () => loads.delete(load),
        () => undefined,
      );
  };
  if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: 2_000 });
  else setTimeout(run, 1_000);
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
