'use client';

import { useFormDraft } from '@/components/draft/use-form-draft';
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
  body: string;
  pending: boolean;
  /** @returns whether it was saved */
  onSave: (written: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { value, change, forget } = useFormDraft(`comment:${id}`, { body });
  async function save() {
    if (await onSave(value.body.trim())) forget();
  }
  return (
    <div className="flex flex-col gap-2">
      <TextEditor
        aria-label="Comment"
        projectId={projectId}
        value={value.body}
        maxLength={20_000}
        onChange={(body) => change({ body })}
        onSubmit={() => void save()}
        onEscape={onClose}
        className="block field-sizing-content min-h-16 w-full resize-y rounded-sm border border-border-strong bg-surface px-2.5 py-2 text-read focus-visible:outline-offset-0"
      />
      <div className="flex gap-2">
        <Button variant="primary" size="compact" pending={pending} pendingText="Saving" onClick={() => void save()}>
          Save
        </Button>
        <Button
          size="compact"
          onClick={() => {
            forget();
            onClose();
          }}
        >
          Cancel
        </Button>
      </div>
    </div>
  );
}
