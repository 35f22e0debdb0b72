'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { subfoldersQuery } from '@/components/file/folder-query';
import { type Item, parentOf } from '@/components/file/item';
import type { PlaceProject } from '@/components/file/manager-props';
import type { Place } from '@/components/file/place';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import { countWords, type Destination } from './item-calls';

type Step = { project: PlaceProject | null; folder: { _id: string; name: string } | null };

/** Walks through the folders, from the one that is open; the button names where one stands. */
export function MoveDialog({
  items,
  copies,
  place,
  projects,
  onChoose,
  onClose,
}: {
  items: readonly Item[];
  copies: boolean;
  place: Place;
  projects: readonly PlaceProject[];
  onChoose: (to: Destination, where: string) => void;
  onClose: () => void;
}) {
  const [steps, setSteps] = useState<readonly Step[]>([
    { project: place.project, folder: null },
    ...[...place.path, ...(place.folder ? [place.folder] : [])].map((folder) => ({ project: place.project, folder })),
  ]);
  const [choosesSpace, setChoosesSpace] = useState(false);
  const at = steps.at(-1) ?? { project: null, folder: null };
  const project = at.project?._id ?? null;
  const folder = at.folder?._id ?? null;
  const { data, isError, refetch } = useQuery(subfoldersQuery(project, folder));
  const moved = new Set(items.map(({ _id }) => _id));
  const folders = (data ?? []).filter(({ _id }) => !moved.has(_id));
  const where = at.folder?.name ?? at.project?.name ?? 'the organisation’s files';
  const already = !copies && items.every((item) => parentOf(item) === folder && item.project_id === project);
  const spaces: Step[] = [null, ...projects].map((one) => ({ project: one, folder: null }));
  return (
    <FormDialog
      size="sm"
      title={`${copies ? 'Copy' : 'Move'} ${countWords(items)}`}
      description={choosesSpace ? 'Choose a project.' : bidi`To ${where}`}
      action={choosesSpace ? undefined : copies ? 'Copy here' : 'Move here'}
      disabled={already}
      beside={
        choosesSpace ? undefined : steps.length > 1 ? (
          <Button variant="quiet" onClick={() => setSteps(steps.slice(0, -1))}>
            Up one folder
          </Button>
        ) : (
          projects.length > 0 && (
            <Button variant="quiet" onClick={() => setChoosesSpace(true)}>
              Other project
            </Button>
          )
        )
      }
      onSubmit={() => onChoose({ folder_id: folder, project_id: project }, where)}
      onClose={onClose}
    >
      {isError && <ErrorState title="The folders could not be read" onRetry={() => void refetch()} />}
      <ul aria-label={choosesSpace ? 'Projects' : bidi`Folders in ${where}`} className="-mx-2 flex min-h-40 flex-col">
        {choosesSpace
          ? spaces.map((step) => (
              <Line
                key={step.project?._id ?? ''}
                mark="icon-folder-kanban"
                name={step.project?.name ?? 'The organisation’s files'}
                onPress={() => {
                  setSteps([step]);
                  setChoosesSpace(false);
                }}
              />
            ))
          : folders.map(({ _id, name }) => (
              <Line
                key={_id}
                mark="kind-folder"
                name={name}
                onPress={() => setSteps([...steps, { project: at.project, folder: { _id, name } }])}
              />
            ))}
        {!choosesSpace && data && folders.length === 0 && (
          <li className="px-2 text-base text-text-3">There are no folders in here.</li>
        )}
      </ul>
      {already && !choosesSpace && <p className="text-sm text-text-2">This is where it is now. Open another folder.</p>}
    </FormDialog>
  );
}

const Line = ({ mark, name, onPress }: { mark: string; name: string; onPress: () => void }) => (
  <li>
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-9 w-full items-center gap-2 rounded-sm px-2 text-left text-base hover:bg-hover pointer-coarse:min-h-11"
    >
      <span aria-hidden="true" className={`icon ${mark}`} />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {name}
      </span>
      <span aria-hidden="true" className="icon icon-chevron-right text-text-3" />
    </button>
  </li>
);
