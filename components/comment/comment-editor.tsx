'use client';

import { ConflictBox } from '@/components/draft/lazy-conflict-box';
import { useTextDraft } from '@/components/draft/use-text-draft';
import { TextEditor } from '@/components/editor/text-editor';
import { Button } from '@/components/ui/button';

/** Escape, a reload or the end of the session keep the draft; Cancel and saving delete it. */
export function CommentEditor({
  id,
  projectId,
  body,
  pending,
  onSave,
  onClose,
}: {
  id: string;
  projectId: string;
  /** As it is now. */
  body: string;
  pending: boolean;
  /** @returns whether it was saved */
  onSave: (written: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { text, write, theirs, settled, takeMine, forget } = useTextDraft(`comment:${id}`, body);
  async function save() {
    if (settled() && (await onSave(text.trim()))) forget();
  }
  function leave() {
    forget();
    onClose();
  }
  return (
    <div className="flex flex-col gap-2">
      <TextEditor
        aria-label="Comment"
        projectId={projectId}
        value={text}
        limit={20_000}
        onChange={write}
        onSubmit={() => void save()}
        onEscape={onClose}
        className="block field-sizing-content min-h-16 w-full resize-y rounded-sm border border-border-strong bg-surface px-2.5 py-2 text-read focus-visible:outline-offset-0"
      />
      {theirs !== null && (
        <ConflictBox
          what="comment"
          theirs={theirs}
          mine={text}
          onTheirs={leave}
          onMine={() => {
            takeMine();
            void save();
          }}
        />
      )}
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
