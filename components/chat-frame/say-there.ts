import { call } from '@/components/query/api-client';
import { BEAT_SECONDS } from '@/lib/presence/vocabulary';
import { onActivity } from './activity';

/** Without a key or a move of the mouse for this long one is away (ms). */
const AWAY_MS = 5 * 60_000;
const SAID = 'presence-said';
const BEAT_MS = BEAT_SECONDS * 1000;

type Said = { at: number; active: boolean };

/** Says that the person is there, or away, as long as the page is open. @returns a function that ends it. */
export function sayThere(): () => void {
  let moved = Date.now();
  function beat(): void {
    if (!navigator.onLine) return;
    const now = Date.now();
    const active = document.visibilityState === 'visible' && now - moved < AWAY_MS;
    const said = recall();
    // Another tab has just said so.
    if (said && now - said.at < BEAT_MS * 0.9 && (said.active || !active)) return;
    keep({ at: now, active });
    void call('PUT presence', { state: active ? 'active' : 'away' }).catch(() => undefined);
  }
  const onMove = () => {
    const wasAway = Date.now() - moved >= AWAY_MS;
    moved = Date.now();
    if (wasAway) beat();
  };
  const onSeen = () => {
    if (document.visibilityState === 'visible') onMove();
    beat();
  };
  const timer = setInterval(beat, BEAT_MS);
  const endMoves = onActivity(onMove);
  document.addEventListener('visibilitychange', onSeen);
  beat();
  return () => {
    clearInterval(timer);
    endMoves();
    document.removeEventListener('visibilitychange', onSeen);
  };
}

function recall(): Said | null {
  try {
    return JSON.parse(localStorage.getItem(SAID) ?? 'null') as Said | null;
  } catch {
    return null;
  }
}

function keep(said: Said): void {
  try {
    localStorage.setItem(SAID, JSON.stringify(said));
  } catch {
    // Where storage is refused, each tab says it.
  }
}
