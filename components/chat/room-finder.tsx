import type { KeyboardEvent } from 'react';
import { TextField } from '@/components/ui/form/text-field';

/** Narrows the list of rooms by their name. Enter opens the first; Escape empties the field before it closes anything. */
export function RoomFinder({
  text,
  onText,
  onFirst,
}: {
  text: string;
  onText: (text: string) => void;
  onFirst: () => void;
}) {
  function onKeyDown(event: KeyboardEvent) {
    if (!text || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Enter') onFirst();
    else onText('');
  }
  return (
    <div className="px-3 pb-1">
      <TextField
        label="Find a room"
        labelHidden
        placeholder="Find a room"
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
