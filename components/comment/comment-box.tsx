'use client';

import { useMutation } from '@tanstack/react-query';
import { Lock, Users } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { AttachmentTiles } from '@/components/attachment/attachment-list';
import { ChooseFiles } from '@/components/attachment/choose-files';
import { PickFile } from '@/components/attachment/pick-file';
import { SendingList } from '@/components/attachment/sending-list';
import { useDrafts } from '@/components/attachment/use-drafts';
import { pastedFiles, useFileDrop } from '@/components/attachment/use-file-drop';
import { useDraft } from '@/components/draft/use-draft';
import { type Pictures, TextEditor } from '@/components/editor/text-editor';
import { newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/class-names';
import type { CommentRecord } from '@/lib/comment/schema';
import { picturesIn, withoutUnsent } from '@/lib/markdown/pictures';
import { type NewComment, sendComment } from './send-comment';

export type CommentBoxProps = {
  taskId: string;
  projectId: string;
  viewerId: string;
  /** `choice`: each comment for the team or for clients too · `team`: the team only · `everybody`: a client writes. */
  readers: 'choice' | 'team' | 'everybody';
  onAdded: (comment: CommentRecord) => void;
  /** An answer: it takes the focus, and goes when it was sent or given up. `quoted`: how it begins. */
  reply?: { to: string; quoted?: string; onClose: () => void };
};

/** Where clients can read, it starts as a (yellow) team note, so nothing reaches a client by mistake. */
export function CommentBox({ taskId, projectId, viewerId, readers, onAdded, reply }: CommentBoxProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const written = useRef(text);
  const [internal, setInternal] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [inside, setInside] = useState(false);
  const hint = useId();
  const pictures = useRef<Pictures>(null);
  const draft = `${viewerId}:${reply ? `reply:${reply.to}` : `comment:${taskId}`}`;
  const drafts = useDrafts(projectId, pictures, `${draft}:files`);
  const { over, target } = useFileDrop(drafts.attaching.add);
  function put(next: string) {
    written.current = next;
    setText(next);
  }
  const keep = useDraft(draft, put, reply?.quoted);
  const answers = reply !== undefined;
  useEffect(() => {
    const { current } = field;
    if (!answers || !current) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [answers]);

  useEffect(() => {
    if (!inside) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !form.current?.contains(target)) setInside(false);
    };
    // After the click or key, not during it: what was pressed must not move away from under the pointer.
    document.addEventListener('click', leave);
    document.addEventListener('keyup', leave);
    return () => {
      document.removeEventListener('click', leave);
      document.removeEventListener('keyup', leave);
    };
  }, [inside]);

  function write(next: string) {
    put(next);
    keep(withoutUnsent(next));
  }

  const note = readers === 'choice' && internal;
  const forClient = readers === 'choice' && !internal;
  const addition = useMutation({
    ...QUEUED,
    mutationKey: ['addComment', taskId],
    // One after the other, in the order they were written.
    scope: { id: `comments-${taskId}` },
    mutationFn: (comment: NewComment) => sendComment(comment),
    onSuccess: onAdded,
  });
  /** Shows the comment at once; if it is refused, its text returns to the field. */
  async function send() {
    const body = text.trim();
    if (drafts.busy || (!body && !drafts.ids.length)) return;
    setProblem(null);
    write('');
    const { ids } = drafts;
    const taken = drafts.take();
    field.current?.focus();
    requestAnimationFrame(() => requestAnimationFrame(showLast));
    try {
      await addition.mutateAsync({
        task_id: taskId,
        body,
        ...(reply && { parent_id: reply.to }),
        ...(readers === 'choice' && { internal }),
        ...(ids.length > 0 && { attachment_ids: ids }),
        idempotencyKey: newIdempotencyKey(),
      });
      if (written.current === '') reply?.onClose();
      // Its words may take more room than they did on their way.
      if (form.current?.contains(document.activeElement)) requestAnimationFrame(() => requestAnimationFrame(showLast));
    } catch (error) {
      setProblem(`Not sent. ${reasonOf(error)}`);
      const since = written.current;
      write(since && body ? `${body}\n\n${since}` : body || since);
      taken.back();
    }
  }

  /** The box floats above the comments while somebody writes: what was just sent is brought into sight above it. */
  function showLast() {
    const box = form.current;
    const last = box?.previousElementSibling?.lastElementChild;
    if (reply || !box || !(last instanceof HTMLElement)) return;
    last.style.scrollMarginBottom = `${box.offsetHeight + 24}px`;
    last.scrollIntoView({ block: 'nearest' });
  }

  // What stands in the text is not shown twice.
  const shown = new Set(picturesIn(text));
  const apart = drafts.files.filter(({ _id }) => !shown.has(_id));
  const attached = drafts.ids.length + drafts.attaching.sending.length;
  const open = answers || inside || text !== '' || problem !== null || attached > 0;
  const label = reply ? 'Reply' : note ? 'Internal note' : 'Comment';
  return (
    <form
      ref={form}
      {...target}
      data-foot=""
      data-task-field={reply ? undefined : 'Comment'}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onFocus={() => setInside(true)}
      className={cn(
        'rounded-lg border p-2 print:hidden',
        note
          ? 'border-internal bg-internal-soft'
          : forClient
            ? 'border-client bg-client-soft'
            : 'border-border bg-surface',
        over && 'outline-2 outline-accent outline-dashed',
        // Sticky while somebody writes, so that they can read the comments above; otherwise it covers none.
        inside && !reply ? 'sticky bottom-3 z-1 shadow-e2 max-sm:bottom-16' : 'relative',
      )}
    >
      {readers === 'choice' && open && (
        <fieldset className="mb-2 flex flex-wrap gap-1">
          <legend className="sr-only">Who can read it</legend>
          <Mode name="readers" checked={internal} onChoose={() => setInternal(true)} icon={<Lock />}>
            Internal note
          </Mode>
          <Mode name="readers" checked={!internal} onChoose={() => setInternal(false)} icon={<Users />}>
            Visible to client
          </Mode>
        </fieldset>
      )}
      <TextEditor
        field={field}
        projectId={projectId}
        aria-label={label}
        aria-describedby={hint}
        value={text}
        onChange={write}
        onSubmit={() => void send()}
        onEscape={reply?.onClose}
        limit={20_000}
        placeholder={reply ? 'Write a reply' : note ? 'Internal note for the team' : 'Write a comment'}
        onPaste={(event) => {
          const files = pastedFiles(event);
          if (files.length === 0) return;
          event.preventDefault();
          for (const file of files) if (file.type.startsWith('image/')) pictures.current?.begin(file);
          drafts.attaching.add(files);
        }}
        pictures={pictures}
        open={open}
        rows={1}
        className={cn(
          'block field-sizing-content max-h-[min(16rem,32dvh)] w-full resize-none rounded-sm border border-border-strong bg-surface px-2.5 py-1.5 text-read text-text focus-visible:outline-offset-0 pointer-coarse:text-lg',
          open ? 'min-h-16' : 'min-h-9',
        )}
        actions={
          <span className={cn('flex flex-wrap items-center justify-end gap-1', !open && 'sr-only')}>
            <PickFile projectId={projectId} onPick={drafts.pick} brief />
            <ChooseFiles onFiles={drafts.attaching.add} brief />
            {reply && <Button onClick={reply.onClose}>Cancel</Button>}
            <Button variant="primary" type="submit" disabled={drafts.busy || !(text.trim() || drafts.ids.length)}>
              {reply ? 'Send reply' : note ? 'Add note' : 'Comment'}
            </Button>
          </span>
        }
      />
      {apart.length > 0 && (
        <AttachmentTiles
          label="Attached to this comment"
          files={apart}
          onRemove={drafts.remove}
          marksShared={readers === 'choice' && !internal ? 'all' : undefined}
        />
      )}
      <SendingList attaching={drafts.attaching} />
      {problem && (
        <p role="alert" className="pt-1 text-sm text-danger-text">
          {problem}
        </p>
      )}
      <p
        id={hint}
        className={cn(
          'text-xs',
          open ? 'pt-1.5' : 'sr-only',
          note ? 'text-internal-text' : forClient ? 'text-client-text' : 'text-text-3',
        )}
      >
        {HINT[note ? 'note' : readers]}
      </p>
    </form>
  );
}

const HINT = {
  note: 'Only the team reads this.',
  choice: 'The project’s clients read this too.',
  team: 'Only the team reads this. @ names somebody, # a task, Ctrl Enter sends.',
  everybody: 'Everybody in the project reads this. Ctrl Enter sends.',
} as const;

function Mode({
  name,
  checked,
  onChoose,
  icon,
  children,
}: {
  name: string;
  checked: boolean;
  onChoose: () => void;
  icon: React.ReactNode;
  children: string;
}) {
  return (
    <label
      className={cn(
        'relative inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md border px-2.5 text-sm has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus pointer-coarse:min-h-11',
        checked
          ? 'border-border-strong bg-surface font-medium text-text'
          : 'border-transparent text-text-2 hover:bg-hover',
      )}
    >
      <input type="radio" name={name} checked={checked} onChange={onChoose} className="sr-only" />
      {icon}
      {children}
    </label>
  );
}
