import { cn } from '@/lib/class-names';
import type { PresenceRecord } from '@/lib/presence/schema';

const WORD = { active: 'online', away: 'away', offline: 'offline' } as const satisfies Record<
  PresenceRecord['state'],
  string
>;

/** A full dot or a ring, with its word for who does not see it. Nothing for who is not there. */
export function PresenceMark({ state }: { state: PresenceRecord['state'] | undefined }) {
  if (!state || state === 'offline') return null;
  return (
    <span
      title={WORD[state]}
      className={cn('inline-block size-2.5 shrink-0 rounded-full border-2 border-ok', state === 'active' && 'bg-ok')}
    >
      <span className="sr-only">{WORD[state]}</span>
    </span>
  );
}
