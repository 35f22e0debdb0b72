'use client';

import { useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '@/components/draft/draft-store';
import { TextEditor } from '@/components/editor/text-editor';
import { RenderedText } from '@/components/page/rendered-text';
import { Button } from '@/components/ui/button';
import { bidi } from '@/lib/bidi';
import type { AgendaItemRecord } from '@/lib/meeting/schema';

const LIMIT = 20_000;

type Kept = { text: string; version: number };

function keptIn(draft: string): Kept | null {
  const kept = readDraft(draft) as Partial<Kept> | undefined;
  return typeof kept?.text === 'string' && typeof kept.version === 'number' ? (kept as Kept) : null;
}

/** Begins with the draft, if there is one. What others write meanwhile is shown, and put together with this when it is saved. */
export function MinutesForm({
  item,
  draft,
  projectId,
  isClients,
  onSave,
  onClose,
}: {
  item: AgendaItemRecord;
  draft: string;
  projectId: string;
  /** Clients read them. */
  isClients: boolean;
  onSave: (text: string, version: number) => void;
  onClose: () => void;
}) {
  const [begun] = useState(() => keptIn(draft) ?? { text: item.notes, version: item.version });
  const [stored] = useState(item.notes);
  const [text, setText] = useState(begun.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isOvertaken = item.version !== begun.version && (item.notes !== stored || keptIn(draft) !== null);

  function leave() {
    writeDraft(draft, undefined);
    onClose();
  }
  function save() {
    if (text.trim() !== item.notes) onSave(text, begun.version);
    leave();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="flex flex-col gap-2 pb-1"
    >
      {isOvertaken && (
        <div className="rounded-md border border-border bg-sunken p-3 text-sm">
          <p role="status">Somebody else wrote here meanwhile. Saving puts both together.</p>
          <div className="mt-1 max-h-48 overflow-y-auto">
            <RenderedText html={item.notes_html} />
          </div>
        </div>
      )}
      <TextEditor
        field={field}
        projectId={projectId}
        aria-label={bidi`Minutes of ${item.title}`}
        value={text}
        limit={LIMIT}
        onChange={(next) => {
          setText(next);
          writeDraft(draft, next === item.notes ? undefined : ({ text: next, version: begun.version } satisfies Kept));
        }}
        prefers="rich"
        onSubmit={save}
        className="block field-sizing-content max-h-[60dvh] min-h-24 w-full resize-y rounded-sm border border-border-strong bg-surface px-2.5 py-2 text-read focus-visible:outline-offset-0 pointer-coarse:text-lg"
      />
      {isClients && <p className="text-xs text-text-3">Clients who are invited read this.</p>}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" size="compact">
          Save
        </Button>
        <Button size="compact" onClick={leave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
