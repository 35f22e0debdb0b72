import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { TextField } from '@/components/ui/form/text-field';
import { textFilter } from '@/lib/fold';
import { RoomList } from '../room-list';
import { openingOf } from './room-entries';

/** As many are seen at a glance. */
const FEW = 8;

/** The list of rooms, with a field above many that narrows it by their names: Enter opens the first, Escape empties it. */
export function FoundRooms({ entries, onChoose, ...rest }: Omit<ComponentProps<typeof RoomList>, 'unfolded'>) {
  const [text, setText] = useState('');
  const many = entries.length > FEW;
  const wanted = many ? text.trim() : '';
  const fits = textFilter(wanted);
  const shown = wanted ? entries.filter(([{ name }]) => fits(name)) : entries;
  function onKeyDown(event: KeyboardEvent) {
    if (!text || (event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return;
    // Otherwise the drawer would close.
    event.preventDefault();
    const [first] = shown;
    if (event.key === 'Enter' && !first) return;
    setText('');
    if (event.key === 'Enter' && first) onChoose(openingOf(first)._id);
  }
  return (
    <>
      {many && (
        <div className="px-3 pb-1">
          <TextField
            label="Find a room"
            labelHidden
            placeholder="Find a room"
            type="search"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
      )}
      <p role="status" className="px-4 py-2 text-base text-text-3 empty:hidden">
        {wanted && shown.length === 0 && 'No room of these is called so.'}
      </p>
      {(shown.length > 0 || !wanted) && (
        <RoomList entries={shown} onChoose={onChoose} unfolded={wanted !== ''} {...rest} />
      )}
    </>
  );
}
