'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { MessageRecord } from '@/lib/message/schema';
import { titleOf } from '@/lib/message/vocabulary';
import type { RoomRecord } from '@/lib/room/schema';
import { taskProjectsQuery } from '../chat-query';

/** By a link: the page around the frame follows it. */
function openPage(href: string): void {
  const link = Object.assign(document.createElement('a'), { href });
  document.body.append(link);
  link.click();
  link.remove();
}

type TaskProps = {
  message: MessageRecord;
  room: RoomRecord;
  onMade: () => void;
  onClose: () => void;
};

/** Asks for the title, the project and who sees the task that a message becomes; a room's own project is chosen at first. */
export function MessageToTask({ message: { _id: id, body }, room, onMade, onClose }: TaskProps) {
  const hrefTo = useOrganisationLinks();
  const [title, setTitle] = useState(() => titleOf(body));
  const [sought, setSought] = useState('');
  const own = room.project_id && { _id: room.project_id, name: room.name, key: '' };
  const [chosen, setChosen] = useState(own || null);
  const [shown, setShown] = useState(false);
  const { data: found = [], isSuccess, isError } = useQuery(taskProjectsQuery(useDeferredValue(sought.trim())));
  const making = useMutation({
    mutationFn: (project_id: string) =>
      call('POST messageToTask/{id}', {
        ...{ id, project_id, title: title.trim() },
        audience: shown ? 'client' : 'internal',
      }),
    onSuccess: ({ key, title }) => {
      showToast({
        ...{ kind: 'success', text: bidi`${key} “${title}” was made of the message.` },
        action: { label: 'Open', onAction: () => openPage(hrefTo(`taskpage?task=${key}`)) },
      });
      onMade();
      onClose();
    },
  });
  // What is chosen stays in sight while another is sought.
  const projects = chosen && !found.some(({ _id }) => _id === chosen._id) ? [chosen, ...found] : found;
  return (
    <FormDialog
      title="Make a task"
      description="The message becomes its description, and its files hang on the task too."
      action="Create task"
      pendingText="Creating"
      pending={making.isPending}
      disabled={!chosen || !title.trim()}
      message={making.isError ? `No task was made. ${reasonOf(making.error)}` : undefined}
      attempt={making.failureCount}
      onSubmit={() => chosen && making.mutate(chosen._id)}
      onClose={onClose}
    >
      <TextField label="Title" value={title} limit={200} onChange={({ target }) => setTitle(target.value)} />
      <TextField
        label="Find a project"
        type="search"
        value={sought}
        limit={200}
        onChange={({ target }) => setSought(target.value)}
      />
      <fieldset className="flex max-h-56 flex-col gap-1 overflow-y-auto rounded-md border border-border p-2">
        <legend className="sr-only">Project</legend>
        {projects.map((project) => (
          <label
            key={project._id}
            className="flex min-h-8 shrink-0 items-center gap-2 text-base pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name="project"
              checked={project._id === chosen?._id}
              onChange={() => setChosen(project)}
            />
            {project.key && <span className="shrink-0 text-text-3">{project.key}</span>}
            <span dir="auto" className="min-w-0 truncate">
              {project.name}
            </span>
          </label>
        ))}
        {isError && <p className="text-base text-danger-text">The projects could not be loaded.</p>}
        {isSuccess && projects.length === 0 && <p className="text-base text-text-3">No project was found.</p>}
      </fieldset>
      <CheckboxField
        label="The project’s clients see the task"
        checked={shown}
        onChange={({ target }) => setShown(target.checked)}
      />
    </FormDialog>
  );
}
