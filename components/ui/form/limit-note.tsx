'use client';

import { useEffect, useRef, useState } from 'react';
import type { tooLong } from './too-long';

type Field = HTMLInputElement | HTMLTextAreaElement;
const limitedField = (target: EventTarget | null): Field | null =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.dataset.limit ? target : null;

/**
 * Says at the field with the focus what is too long for its `data-limit`. Nothing is cut: an attribute `maxLength` would
 * cut what is pasted without a word, also within an emoji.
 */
export function LimitNote() {
  const box = useRef<HTMLParagraphElement>(null);
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    let field: Field | null = null;
    // What counts letters is fetched when there may be too many: no text has more letters than code units.
    let count: typeof tooLong | null = null;
    const load = () =>
      import('./too-long').then(
        (loaded) => {
          count = loaded.tooLong;
          look();
        },
        // The answer to what is sent says it then.
        () => {},
      );
    function look() {
      const limit = Number(field?.dataset.limit);
      const full = field?.isConnected && field.value.length > limit ? field : null;
      if (full && !count) void load();
      const note = full && count ? count(full.value, limit) : null;
      field?.toggleAttribute('data-over', note !== null);
      setWords(note);
      if (!box.current) return;
      if (!field || !note) return box.current.hidePopover();
      box.current.showPopover();
      const { left, bottom, top } = field.getBoundingClientRect();
      const below = bottom + box.current.offsetHeight + 8 < innerHeight;
      box.current.style.left = `${Math.max(8, left)}px`;
      box.current.style.top = `${below ? bottom + 4 : top - box.current.offsetHeight - 4}px`;
    }
    const onField = ({ target }: Event) => {
      const next = limitedField(target);
      if (next) field = next;
      if (field) look();
    };
    const onLeave = ({ target }: Event) => {
      if (target !== field) return;
      field = null;
      look();
    };
    const again = () => {
      if (field) look();
    };
    // What is written may also be taken out by a key or a button, which makes no event of its own.
    const onWindow = ['scroll', 'resize', 'keyup', 'click'];
    document.addEventListener('input', onField);
    document.addEventListener('focusin', onField);
    document.addEventListener('focusout', onLeave);
    for (const name of onWindow) window.addEventListener(name, again, true);
    return () => {
      document.removeEventListener('input', onField);
      document.removeEventListener('focusin', onField);
      document.removeEventListener('focusout', onLeave);
      for (const name of onWindow) window.removeEventListener(name, again, true);
    };
  }, []);
  return (
    <p
      ref={box}
      role="alert"
      popover="manual"
      className="pointer-events-none fixed inset-auto m-0 max-w-[calc(100vw-16px)] rounded-sm border border-danger bg-surface px-2 py-1 text-sm text-danger-text shadow-e2"
    >
      {words}
    </p>
  );
}
