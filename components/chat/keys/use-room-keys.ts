import { useEffect, useEffectEvent } from 'react';
import { showToast } from '@/components/ui/overlay/toast';
import type { RoomRecord } from '@/lib/room/schema';
import { nextRoom } from './next-room';

/** Where Alt and an arrow do something of their own. */
const OWN = 'select, input, [role=dialog], [role=alertdialog], [role=menu]';

/** Alt and an arrow lead to the room above or below, with Shift to one with something unread; while one writes, too. */
export function useRoomKeys(
  rooms: readonly RoomRecord[] | undefined,
  current: string | null,
  onChoose: (id: string) => void,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    if (!rooms || !altKey || ctrlKey || metaKey || (key !== 'ArrowDown' && key !== 'ArrowUp')) return;
    if (target instanceof Element && target.closest(OWN)) return;
    // The field has a use of its own for arrows.
    event.preventDefault();
    event.stopPropagation();
    const next = nextRoom(rooms, current, key === 'ArrowDown' ? 1 : -1, shiftKey);
    if (next) onChoose(next);
    else if (shiftKey) showToast({ kind: 'info', text: 'No other room has unread messages.' });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
