'use client';

import { useEffect, useRef } from 'react';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { Button } from '@/components/ui/button';

/** Enter saves, Escape gives up; what was written is kept until then. */
export function MessageEditor({
  id,
  body,
  pending,
  onSave,
  onClose,
}: {
  id: string;
  body: string;
  pending: boolean;
  onSave: (written: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { value, change, forget } = useFormDraft(`message:${id}`, { body });
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  async function save() {
    if (await onSave(value.body.trim())) forget();
  }
  function leave() {
    forget();
    onClose();
  }
  return (
    <div className="flex flex-col gap-2 py-1">
      <textarea
        ref={field}
        aria-label="Message"
        value={value.body}
        maxLength={20_000}
        onChange={({ target }) => change({ body: target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            leave();
          }
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void save();
        }}
        className="block field-sizing-content min-h-9 w-full resize-none rounded-sm border border-border-strong bg-surface px-2.5 py-1.5 text-read focus-visible:outline-offset-0 pointer-coarse:text-lg"
      />
      <div className="flex gap-2">
        <Button variant="primary" size="compact" pending={pending} pendingText="Saving" onClick={() => void save()}>
          Save
        </Button>
        <Button size="compact" onClick={leave}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
