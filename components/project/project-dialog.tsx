'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { ApiError, api, newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { useOrganisationLinks } from '@/components/shell/shell-context';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { showToast } from '@/components/ui/toast';
import type { ProjectCard, ProjectDetail } from '@/lib/project/schema';
import { type Draft, draftOf, editOf, NEW_DRAFT, newProjectOf } from './project-draft';
import { ProjectFields } from './project-fields';
import type { ProjectHandle } from './project-handle';
import { projectQuery } from './project-query';

/** Makes a project, or changes one. An error keeps what was typed. */
export function ProjectDialog({ project, onClose }: { project?: ProjectHandle; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(projectQuery(project?._id));
  if (!project) return <Editor before={null} onClose={onClose} />;
  if (data) return <Editor before={data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Edit project">
      {isError ? (
        <ErrorState title="The project could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} rowHeight={48} label="Loading the project" />
      )}
    </Dialog>
  );
}

function Editor({ before, onClose }: { before: ProjectDetail | null; onClose: () => void }) {
  const hrefTo = useOrganisationLinks();
  const router = useRouter();
  const [draft, setDraft] = useState<Draft>(() => (before ? draftOf(before) : NEW_DRAFT));
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  // The same key for the same text: pressing twice, or again after a broken connection, makes one project.
  const creation = useRef({ body: '', key: '' });

  async function save() {
    setPending(true);
    setError(undefined);
    try {
      if (before) {
        await api.put('projectEdit', editOf(before, draft));
        onClose();
        router.refresh();
        showToast({ kind: 'success', text: 'Project saved' });
      } else {
        const input = newProjectOf(draft);
        const body = JSON.stringify(input);
        if (creation.current.body !== body) creation.current = { body, key: newIdempotencyKey() };
        const made = await api.post<ProjectCard>('project', input, { idempotencyKey: creation.current.key });
        onClose();
        router.push(hrefTo(`projectdetails?project=${made.key}`));
        router.refresh();
        showToast({ kind: 'success', text: `${made.name} created` });
      }
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : new ApiError(0, 'unexpected', reasonOf(failure)));
      setPending(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={before ? 'Edit project' : 'New project'}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form="project-form" pending={pending} pendingText="Saving…">
            {before ? 'Save' : 'Create project'}
          </Button>
        </>
      }
    >
      <form
        id="project-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) void save();
        }}
      >
        <ProjectFields draft={draft} onChange={setDraft} before={before} error={error} />
      </form>
    </Dialog>
  );
}
