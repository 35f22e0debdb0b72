'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from './copy-text';
import { VisuallyHidden } from './visually-hidden';

/** Copies the `pre` of the `figure` it stands in: the text is on the page once. */
export function CopyButton({ what }: { what: string }) {
  const [said, setSaid] = useState('');
  const copy = async (button: HTMLElement) => {
    const text = button.closest('figure')?.querySelector('pre')?.textContent ?? '';
    setSaid((await copyText(text)) ? 'Copied' : 'Select it to copy');
  };
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => void copy(currentTarget)}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-sm px-2 text-xs font-medium text-text-2 hover:bg-hover hover:text-text pointer-coarse:min-h-11"
    >
      {said === 'Copied' ? <Check /> : <Copy />}
      <span role="status">{said || 'Copy'}</span>
      <VisuallyHidden> {what}</VisuallyHidden>
    </button>
  );
}
