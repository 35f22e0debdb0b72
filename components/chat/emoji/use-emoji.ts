import { useState } from 'react';
import type { Suggestion } from '@/components/editor/use-suggestions';
import { useCombobox } from '@/components/ui/form/use-combobox';
import { type EmojiAt, emojiAt } from './emoji-at';

const load = () => import('@/components/emoji/emoji-names');

/** Offers emoji for a name that is being written; a whole name becomes its sign at once. */
export function useEmoji(put: (at: EmojiAt, emoji: string, length: number) => void) {
  const [begun, setBegun] = useState<{ at: EmojiAt; options: readonly Suggestion[] } | null>(null);
  const options = begun?.options ?? [];
  const close = () => setBegun(null);
  function choose({ insert }: Suggestion) {
    if (begun) put(begun.at, insert, begun.at.name.length + 1);
    close();
  }
  const combobox = useCombobox(options.length, (index) => options[index] && choose(options[index]), {
    close,
    tab: true,
  });
  async function look(text: string, caret: number, still: () => string) {
    const at = emojiAt(text, caret);
    if (!at) return close();
    const { emojiLike, emojiNamed } = await load();
    // More was written meanwhile.
    if (still() !== text) return;
    const sign = at.whole ? emojiNamed(at.name) : undefined;
    if (sign) {
      put(at, sign, at.name.length + 2);
      return close();
    }
    combobox.reset();
    const found = at.whole ? [] : emojiLike(at.name);
    setBegun({ at, options: found.map(({ name, emoji }) => ({ id: name, key: emoji, name, insert: emoji })) });
  }
  return { ...combobox, options, choose, close, look };
}
