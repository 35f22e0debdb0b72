'use client';

import { useEffect, useRef, useState } from 'react';
import { SendingList } from '@/components/attachment/sending-list';
import { useAttaching } from '@/components/attachment/use-attaching';
import { pastedFiles } from '@/components/attachment/use-file-drop';
import { readDraft, writeDraft } from '@/components/draft/draft-store';
import { ConflictBox } from '@/components/draft/lazy-conflict-box';
import { keptOf } from '@/components/draft/text-draft';
import { type Pictures, TextEditor } from '@/components/editor/text-editor';
import { type Remember, rememberSent } from '@/components/keys/use-undo';
import { EditingLine } from '@/components/presence/editing-line';
import { reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { showToast } from '@/components/ui/overlay/toast';
import { useShell } from '@/components/viewer/shell-context';
import { mergeTexts } from '@/lib/markdown/merge-texts';
import { withoutUnsent } from '@/lib/markdown/pictures';
import type { TaskDetail } from '@/lib/task/schema';
import { beginning } from '../change/description-beginning';
import { EditConflict } from '../task-edit';
import { undoText } from './undo-text';
import type { TaskHandle } from './use-task';

export type DescriptionFormProps = {
  handle: TaskHandle;
  /** Its name. */
  draft: string;
  /** Ctrl+Z outlives the form. */
  remember: Remember;
  onClose: () => void;
  /** Where the text was pressed. */
  lettersBefore?: number;
};

/** Begins with the draft, if there is one. */
export function DescriptionForm({ handle, draft, remember, onClose, lettersBefore }: DescriptionFormProps) {
  const { task, stored, change } = handle;
  const { member } = useShell();
  const [begun] = useState(() => beginning(readDraft(draft), stored));
  const [writing, setWriting] = useState({ text: begun.text, base: begun.base });
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState(begun.conflict);
  const field = useRef<HTMLTextAreaElement>(null);
  const pictures = useRef<Pictures>(null);
  // Who may comment may attach.
  const attaching = useAttaching(
    task.rights.comment ? { project_id: task.project_id, task_id: task._id } : null,
    (record, file) => {
      pictures.current?.end(file, record._id);
      handle.refetch();
    },
    (file) => pictures.current?.end(file, null),
  );
  const uploading = attaching.sending.some(({ problem }) => !problem);
  useEffect(() => field.current?.focus(), []);

  function leave() {
    writeDraft(draft, undefined);
    onClose();
  }
  async function save(base: TaskDetail) {
    if (saving || uploading) return;
    setSaving(true);
    setProblem(null);
    try {
      if (writing.text.trim() !== base.description) {
        const mine = writing.text.trim();
        const sent = change({ description: writing.text }, { base });
        const undo = (saved: TaskDetail) => {
          const merged = saved.description !== mine;
          // What somebody else wrote meanwhile stays.
          const back = merged ? mergeTexts(mine, saved.description, base.description).text : base.description;
          undoText(handle, { description: back }, saved);
        };
        rememberSent(sent, undo, remember);
        if ((await sent).description !== mine)
          showToast({ kind: 'success', text: 'Saved together with what somebody else changed in the meantime.' });
      }
      leave();
    } catch (error) {
      if (error instanceof EditConflict) setConflict(error.current);
      else setProblem(reasonOf(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save(writing.base);
      }}
      className="flex flex-col gap-2"
    >
      <EditingLine taskId={task._id} projectId={task.project_id} />
      <TextEditor
        field={field}
        projectId={task.project_id}
        aria-label="Description"
        aria-describedby="description-hint"
        value={writing.text}
        limit={50_000}
        onChange={(text) => {
          setWriting({ ...writing, text });
          writeDraft(draft, keptOf({ text: withoutUnsent(text), base: writing.base.description }));
        }}
        onPaste={(event) => {
          const files = pastedFiles(event);
          if (files.length === 0 || !task.rights.comment) return;
          event.preventDefault();
          for (const file of files) if (file.type.startsWith('image/')) pictures.current?.begin(file);
          attaching.add(files);
        }}
        pictures={pictures}
        prefers="rich"
        lettersBefore={lettersBefore}
        onSubmit={() => void save(writing.base)}
        className="block field-sizing-content max-h-[60dvh] min-h-32 w-full resize-y rounded-sm border border-border-strong bg-surface px-2.5 py-2 text-read focus-visible:outline-offset-0 pointer-coarse:text-lg"
      />
      <SendingList attaching={attaching} />
      <p id="description-hint" className="text-xs text-text-3">
        {task.audience === 'client' && member.role !== 'client' && 'Clients see this text and its pictures. '}# makes a
        heading, - a list, @ names somebody. Ctrl Enter saves.
      </p>
      {begun.merged && (
        <p role="status" className="text-sm text-text-2">
          Somebody changed the description since you began. Their changes are in the text above, together with yours.
        </p>
      )}
      {problem && (
        <p role="alert" className="text-sm text-danger-text">
          {problem}
        </p>
      )}
      {conflict && (
        <ConflictBox
          what="description"
          theirs={conflict.description}
          mine={writing.text}
          onTheirs={() => {
            handle.adopt(conflict);
            leave();
          }}
          onMine={() => {
            setConflict(null);
            setWriting({ ...writing, base: conflict });
            void save(conflict);
          }}
          onBoth={() => {
            const { base, text } = writing;
            setWriting({ text: mergeTexts(base.description, conflict.description, text).text, base: conflict });
            setConflict(null);
            field.current?.focus();
          }}
        />
      )}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" pending={saving} pendingText="Saving" disabled={uploading}>
          Save
        </Button>
        <Button onClick={leave}>Cancel</Button>
      </div>
    </form>
  );
}
