import { useEffect, useState } from 'react';
import { draftNames } from '@/components/draft/draft-store';
import type { RoomRecord } from '@/lib/room/schema';
import { draftOf } from '../send-message';

/** Ids of the rooms for which something is written and not sent, as it was when another room was opened or `rooms` came. */
export function useRoomDrafts(
  memberId: string,
  current: string | null,
  rooms: readonly RoomRecord[],
): ReadonlySet<string> {
  const [drafted, setDrafted] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left for another room, or refused, is a draft then
  useEffect(() => {
    const all = draftOf(memberId, '');
    let gone = false;
    const look = async () => {
      const names = await draftNames(all);
      if (!gone) setDrafted(new Set(names.map((name) => name.slice(all.length).split(':', 1)[0] as string)));
    };
    void look();
    window.addEventListener('storage', look);
    return () => {
      gone = true;
      window.removeEventListener('storage', look);
    };
  }, [memberId, current, rooms]);
  return drafted;
}
