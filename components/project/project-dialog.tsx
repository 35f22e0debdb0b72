'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { notChosen } from '@/components/draft/overtaken-fields';
import { useFormDraft } from '@/components/draft/use-form-draft';
import type { OverlayProps } from '@/components/overlay/overlay';
import { openOverlay, overlayOrigin } from '@/components/overlay/overlay';
import { ApiError, call, reasonOf } from '@/components/query/api-client';
import { creationKeys } from '@/components/query/creation-key';
import { LoadError } from '@/components/query/load-error';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useRefresh } from '@/components/url/use-refresh';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { ProjectDetail } from '@/lib/project/schema';
import { OvertakenProject } from './overtaken-project';
import { draftOf, editOf, NEW_DRAFT, newProjectOf } from './project-draft';
import { ProjectFields } from './project-fields';
import type { ProjectHandle } from './project-handle';
import type { ChosenPicture } from './project-look';
import { projectQuery } from './project-query';

/** Typed values are kept after an error and after closing. */
export function EditProjectDialog({
  project,
  ...rest
}: {
  project: ProjectHandle;
  onClose: () => void;
  /** What gets the focus after closing. */
  finalFocus?: () => HTMLElement | null;
}) {
  const { data, error: failure, isError, refetch } = useQuery(projectQuery(project._id));
  if (data) return <Editor before={data} {...rest} />;
  return (
    <Dialog open onOpenChange={(open) => !open && rest.onClose()} title="Edit project">
      {isError ? (
        <LoadError title="The project could not be loaded" of={{ error: failure, refetch }} />
      ) : (
        <SkeletonRows rows={6} rowHeight={48} label="Loading the project" />
      )}
    </Dialog>
  );
}

export function NewProjectDialog({ open, onOpenChange }: OverlayProps) {
  return open ? <Editor before={null} onClose={() => onOpenChange(false)} finalFocus={overlayOrigin} /> : null;
}

function Editor({
  before: opened,
  onClose,
  finalFocus,
}: {
  before: ProjectDetail | null;
  onClose: () => void;
  finalFocus?: () => HTMLElement | null;
}) {
  // A refetch must not turn somebody else's change into one made here.
  const [before] = useState(opened);
  const hrefTo = useOrganisationLinks();
  const router = useRouter();
  const refresh = useRefresh();
  const name = useRef<HTMLTextAreaElement>(null);
  const {
    value: draft,
    change,
    forget,
    notice,
    overtaken,
  } = useFormDraft(before ? `project:${before._id}` : 'new-project', before ? draftOf(before) : NEW_DRAFT);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [keyFor] = useState(creationKeys);
  const [picture, setPicture] = useState<ChosenPicture>();

  async function savePicture(id: string) {
    if (picture) await call('POST projectPicture', { project_id: id, file: picture.file, ...picture.square });
    else if (picture === null) await call('DELETE projectPicture/{id}', { id });
    setPicture(undefined);
  }

  async function save() {
    const undecided = before ? notChosen(overtaken) : undefined;
    setError(undecided);
    if (undecided) return;
    setPending(true);
    try {
      if (before) {
        // The version stays as it was.
        await savePicture(before._id);
        await call('PUT projectEdit', editOf(before, draft));
        forget();
        onClose();
        refresh();
        showToast({ kind: 'success', text: 'Project saved' });
      } else {
        const input = newProjectOf(draft);
        const made = await call('POST project', input, { idempotencyKey: keyFor(input) });
        const failed = await savePicture(made._id).then(
          () => null,
          (failure) => reasonOf(failure),
        );
        forget();
        onClose();
        router.push(hrefTo(`projectdetails?project=${made.key}`));
        refresh();
        showToast(
          failed
            ? { kind: 'failure', text: bidi`${made.name} created, without its picture. ${failed}` }
            : { kind: 'success', text: bidi`${made.name} created` },
        );
      }
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : new ApiError(0, 'unexpected', reasonOf(failure)));
      setPending(false);
    }
  }

  return (
    <FormDialog
      title={before ? 'Edit project' : 'New project'}
      initialFocus={name}
      finalFocus={finalFocus}
      action={before ? 'Save' : 'Create project'}
      beside={
        !before && (
          <Button variant="quiet" onClick={() => openOverlay('use-project-template')}>
            Use a template
          </Button>
        )
      }
      pendingText="Saving…"
      pending={pending}
      message={error && Object.keys(error.errors).length === 0 ? error.message : undefined}
      attempt={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <DraftNotice {...notice} />
        {before && <OvertakenProject overtaken={overtaken} draft={draft} />}
        <ProjectFields
          draft={draft}
          onChange={change}
          before={before}
          error={error}
          nameRef={name}
          picture={picture}
          onPicture={setPicture}
        />
      </div>
    </FormDialog>
  );
}
