'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { AttachmentTiles } from '@/components/attachment/attachment-list';
import { ChooseFiles } from '@/components/attachment/choose-files';
import { SendingList } from '@/components/attachment/sending-list';
import { useDrafts } from '@/components/attachment/use-drafts';
import { pastedFiles, useFileDrop } from '@/components/attachment/use-file-drop';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { type Pictures, TextEditor } from '@/components/editor/text-editor';
import { useOnline } from '@/components/form/use-online';
import { ApiError, call, reasonOf } from '@/components/query/api-client';
import { creationKeys } from '@/components/query/creation-key';
import { PlainTitle } from '@/components/ui/form/plain-field';
import { SelectField } from '@/components/ui/form/select-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { useShell } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';
import type { RequestRecord } from '@/lib/client-request/schema';
import type { FileRecord } from '@/lib/file/schema';
import { picturesIn } from '@/lib/markdown/pictures';
import { REQUESTS } from './request-query';

type Named = { _id: string; name: string };

/** Where a client asks for something, in one of these projects; or changes what was asked for. */
export function RequestDialog({
  projects,
  request,
  onClose,
}: {
  projects: readonly Named[];
  request?: RequestRecord;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const online = useOnline();
  const title = useRef<HTMLTextAreaElement>(null);
  const pictures = useRef<Pictures>(null);
  const [keyFor] = useState(creationKeys);
  const [projectId, setProjectId] = useState(request?.project_id ?? projects[0]?._id ?? '');
  const [kept, setKept] = useState<readonly FileRecord[]>(request?.attachments ?? []);
  const { value, change, forget, notice } = useFormDraft(request ? `request:${request._id}` : 'new-request', {
    title: request?.title ?? '',
    body: request?.body ?? '',
  });
  const { member } = useShell();
  const draft = request ? `request:${request._id}` : `new-request:${projectId}`;
  const drafts = useDrafts(projectId, pictures, `${member._id}:${draft}:files`);
  const { over, target } = useFileDrop(drafts.attaching.add);
  const [missing, setMissing] = useState<string>();
  const sending = useMutation({
    mutationFn: () => {
      const attachment_ids = [...kept.map(({ _id }) => _id), ...drafts.ids];
      const fields = { title: value.title, body: value.body.trim(), attachment_ids };
      if (request) return call('PATCH request/{id}', { id: request._id, version: request.version, ...fields });
      const body = { project_id: projectId, ...fields };
      return call('POST request', body, { idempotencyKey: keyFor(body) });
    },
    onSuccess: () => {
      forget();
      drafts.take();
      void queries.invalidateQueries({ queryKey: REQUESTS });
      showToast({ kind: 'success', text: request ? 'Request saved' : 'Your request was sent to the team.' });
      onClose();
    },
    onError: () => void queries.invalidateQueries({ queryKey: REQUESTS }),
  });
  const refused = sending.error instanceof ApiError ? sending.error.errors : {};
  const wrongTitle = missing ?? refused?.title?.[0];
  function submit() {
    const none = value.title.trim() ? undefined : 'Say in a few words what you would like.';
    setMissing(none);
    if (!none && !drafts.busy && online) sending.mutate();
  }
  const shown = new Set(picturesIn(value.body));
  const apart = [...kept, ...drafts.files].filter(({ _id }) => !shown.has(_id));
  return (
    <FormDialog
      title={request ? 'Change the request' : 'New request'}
      description={
        request
          ? undefined
          : 'The team of the project reads it, and answers here. Other clients do not see it until it is planned.'
      }
      initialFocus={title}
      action={request ? 'Save' : 'Send request'}
      pendingText={request ? 'Saving' : 'Sending'}
      pending={sending.isPending}
      disabled={drafts.busy || !online}
      message={
        !online
          ? 'You are offline. What you wrote is kept here.'
          : sending.error && !wrongTitle
            ? reasonOf(sending.error)
            : undefined
      }
      attempt={missing ?? sending.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <div
        {...target}
        className={cn('flex flex-col gap-2 rounded-lg', over && 'outline-2 outline-accent outline-dashed')}
      >
        <DraftNotice {...notice} />
        {!request && projects.length > 1 && (
          <SelectField
            label="Project"
            value={projectId}
            onChange={(event) => setProjectId(event.target.value)}
            disabled={drafts.files.length > 0 || drafts.busy}
          >
            {projects.map(({ _id, name }) => (
              <option dir="auto" key={_id} value={_id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <PlainTitle
          ref={title}
          label="What would you like?"
          placeholder="What would you like?"
          required
          limit={200}
          autoComplete="off"
          value={value.title}
          onChange={(text) => change({ title: text })}
          error={wrongTitle}
        />
        <TextEditor
          projectId={projectId}
          aria-label="More about it"
          placeholder="Why, for whom, by when? Write as you would in an email."
          value={value.body}
          onChange={(body) => change({ body })}
          onSubmit={submit}
          limit={20_000}
          prefers="rich"
          onPaste={(event) => {
            const files = pastedFiles(event);
            if (files.length === 0) return;
            event.preventDefault();
            for (const file of files) if (file.type.startsWith('image/')) pictures.current?.begin(file);
            drafts.attaching.add(files);
          }}
          pictures={pictures}
          rows={5}
          className="block field-sizing-content max-h-[40dvh] min-h-28 w-full resize-none rounded-sm border border-border-strong bg-surface px-2.5 py-1.5 text-read text-text focus-visible:outline-offset-0 pointer-coarse:text-lg"
          actions={<ChooseFiles onFiles={drafts.attaching.add} />}
        />
        {apart.length > 0 && (
          <AttachmentTiles
            label="Attached to this request"
            files={apart.map((file) => ({ ...file, rights: { ...file.rights, edit: true } }))}
            onRemove={(file) =>
              kept.some(({ _id }) => _id === file._id)
                ? setKept(kept.filter(({ _id }) => _id !== file._id))
                : drafts.remove(file)
            }
          />
        )}
        <SendingList attaching={drafts.attaching} />
      </div>
    </FormDialog>
  );
}
