'use client';

import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { pastedLines } from '@/components/ui/form/pasted-lines';
import { tooLong } from '@/components/ui/form/too-long';

const MOST = 200;

/** Enter and leaving it give the text, Escape does not. */
export function LineInput({
  label,
  first = '',
  stays = false,
  onEnter,
  onClose,
}: {
  label: string;
  first?: string;
  /** Enter goes on with the next one; several lines may be pasted. */
  stays?: boolean;
  onEnter: (text: string) => void;
  onClose: (byKey: boolean) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const closed = useRef(false);
  useEffect(() => input.current?.focus(), []);
  function give(element: HTMLInputElement) {
    const text = element.value.trim();
    element.value = '';
    onEnter(text);
  }
  function close(byKey: boolean) {
    if (closed.current) return;
    closed.current = true;
    onClose(byKey);
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close(true);
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (tooLong(event.currentTarget.value, MOST)) return;
    give(event.currentTarget);
    if (!stays) close(true);
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const { clipboardData } = event;
    const lines = pastedLines({ getData: (type) => clipboardData.getData(type) });
    if (!stays || lines.length < 2) return;
    event.preventDefault();
    onEnter([event.currentTarget.value, ...lines].join('\n').trim());
    event.currentTarget.value = '';
  }
  return (
    <input
      dir="auto"
      ref={input}
      aria-label={label}
      placeholder={stays ? 'What is to be done? Enter adds it' : undefined}
      defaultValue={first}
      data-limit={MOST}
      onKeyDown={press}
      onPaste={paste}
      onBlur={({ currentTarget }) => {
        // What does not fit stays, to be shortened.
        if (closed.current || tooLong(currentTarget.value, MOST)) return;
        give(currentTarget);
        close(false);
      }}
      className="h-9 w-full min-w-0 flex-1 rounded-sm border border-border-strong bg-surface px-2 text-base focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
    />
  );
}
