import { cn } from '@/lib/class-names';
import type { RoomRecord } from '@/lib/room/schema';

/** How much of a room is unread. `named`: beside another one of its project, so it says whose room it is, in colour too. */
export function UnreadBadge({ room, named }: { room: RoomRecord; named: boolean }) {
  const { kind, unread_count: unread, mention_count: mentions } = room;
  if (unread === 0 && mentions === 0) return null;
  const count = Math.max(unread, mentions);
  const isClients = named && kind === 'project_clients';
  return (
    <span
      title={isClients ? 'With the client' : undefined}
      className={cn(
        'min-w-5 rounded-full px-1.5 text-center text-xs font-semibold tabular-nums',
        mentions > 0
          ? 'bg-accent text-on-accent'
          : isClients
            ? 'bg-client-soft text-client-text'
            : 'bg-sunken text-text-2',
      )}
    >
      <span className="sr-only">
        {isClients && 'with the client, '}
        {mentions > 0 ? 'unread, calls you: ' : 'unread: '}
      </span>
      {mentions > 0 && '@'}
      {count > 99 ? '99+' : count}
    </span>
  );
}
