import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { RoomRecord } from '@/lib/room/schema';
import type { RoomEntry } from './room-entries';
import { UnreadBadge } from './unread-badge';

type RoomTabsProps = { entry: RoomEntry; current: string; onChoose: (id: string) => void };

/** The two rooms of a project. Each has the colour of who reads it. */
export function RoomTabs({ entry, current, onChoose }: RoomTabsProps) {
  return (
    <nav aria-label={bidi`Rooms of ${entry[0].name}`} className="flex gap-1">
      {entry.map((room) => (
        <button
          key={room._id}
          type="button"
          aria-current={room._id === current ? 'true' : undefined}
          onClick={() => onChoose(room._id)}
          className={cn(
            'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm pointer-coarse:min-h-11',
            room._id !== current && 'border-border text-text-2 hover:bg-hover',
            room._id === current && 'font-semibold',
            room._id === current && colourOf(room),
          )}
        >
          {room.kind === 'project' ? 'Team' : 'With the client'}
          {room._id !== current && <UnreadBadge room={room} named={false} />}
        </button>
      ))}
    </nav>
  );
}

const colourOf = ({ kind }: RoomRecord) =>
  kind === 'project'
    ? 'border-internal bg-internal-soft text-internal-text'
    : 'border-client bg-client-soft text-client-text';
