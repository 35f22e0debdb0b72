import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import type { RoomRecord } from '@/lib/room/schema';
import { MOST, roomMembersQuery, writableQuery } from '../chat-query';

type Named = { _id: string; name: string };

/** Whose messages are sought, `author` of the form around it. Of many people those are offered whose name is written. */
export function AuthorField({ room }: { room: RoomRecord | null }) {
  const [written, setWritten] = useState('');
  const [chosen, setChosen] = useState<Named | null>(null);
  const q = useDeferredValue(written.trim());
  const { data: first } = usePeople(room, '', true);
  const many = first?.length === MOST;
  const { data: named, isPlaceholderData: isEarlier } = usePeople(room, q, many && q !== '');
  const found = (q && named) || first || [];
  const offered = chosen && !found.some(({ _id }) => _id === chosen._id) ? [chosen, ...found] : found;
  const choose = (id: string) => setChosen(offered.find(({ _id }) => _id === id) ?? null);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !written.trim() || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (written.trim() === q && named && !isEarlier) choose(named[0]?._id ?? '');
  }
  return (
    <>
      {many && (
        <TextField
          label="Find a person"
          hint={`Below are ${MOST} people at most. Enter takes the first whose name fits.`}
          type="search"
          value={written}
          onChange={({ target }) => setWritten(target.value)}
          onKeyDown={onKeyDown}
        />
      )}
      <SelectField
        label="Written by"
        name="author"
        value={chosen?._id ?? ''}
        onChange={({ target }) => choose(target.value)}
        options={[{ value: '', label: 'Anybody' }, ...offered.map(({ _id, name }) => ({ value: _id, label: name }))]}
      />
    </>
  );
}

type People = { data: readonly Named[] | undefined; isPlaceholderData: boolean };

/** Of the room, or of all whom the viewer can write to. */
function usePeople(room: RoomRecord | null, q: string, asked: boolean): People {
  const ofRoom = useQuery({ ...roomMembersQuery(room?._id ?? '', q), enabled: asked && room !== null });
  const ofAll = useQuery({ ...writableQuery(q), enabled: asked && room === null });
  return room ? ofRoom : ofAll;
}
