'use client';

import { useState } from 'react';
import { TextField } from '@/components/ui/form/text-field';
import { useCombobox } from '@/components/ui/form/use-combobox';
import { Dialog, type DialogProps } from '@/components/ui/overlay/dialog';
import { cn } from '@/lib/class-names';
import { fold } from '@/lib/fold';
import { EMOJI, emojiLike } from './emoji-names';

type ChooserProps = Pick<DialogProps, 'finalFocus'> & { onChoose: (emoji: string) => void; onClose: () => void };

/** Any emoji by its name; the field keeps the focus, its arrow keys and Enter choose. */
export function EmojiChooser({ onChoose, onClose, finalFocus }: ChooserProps) {
  const [query, setQuery] = useState('');
  const wanted = fold(query)
    .trim()
    .replaceAll(/[:\s]+/g, '_')
    .replace(/^_|_$/g, '');
  const found = emojiLike(wanted, EMOJI.length);
  function choose(index: number) {
    const one = found[index];
    if (!one) return;
    onClose();
    onChoose(one.emoji);
  }
  const { list, active, optionId, onKey, point, reset, field } = useCombobox(found.length, choose);
  return (
    <Dialog
      size="sm"
      open
      onOpenChange={(open) => !open && onClose()}
      title="React with an emoji"
      finalFocus={finalFocus}
    >
      <TextField
        label="Find an emoji"
        role="combobox"
        aria-expanded={found.length > 0}
        autoComplete="off"
        {...field}
        value={query}
        limit={30}
        onChange={({ target }) => {
          setQuery(target.value);
          reset();
        }}
        onKeyDown={onKey}
      />
      <p role="status" className="pt-2 text-sm text-text-3 empty:hidden">
        {found.length === 0 && `No emoji is called “${query.trim()}”.`}
      </p>
      <div
        id={list}
        role="listbox"
        aria-label="Emoji"
        hidden={found.length === 0}
        className="mt-2 h-64 overflow-y-auto"
      >
        {found.map(({ name, emoji }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above keeps focus and keys.
          <div
            key={name}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            onClick={() => choose(index)}
            onPointerMove={() => point(index)}
            className={cn(
              'flex min-h-8 min-w-0 cursor-pointer items-center gap-2 rounded-sm px-2 text-base pointer-coarse:min-h-11',
              index === active && 'bg-hover',
            )}
          >
            <span aria-hidden="true">{emoji}</span>
            <span className="min-w-0 truncate">{name.replaceAll('_', ' ')}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
