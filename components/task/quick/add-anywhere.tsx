'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { creatableProjectsQuery } from '@/components/project/project-query';
import { ApiError } from '@/components/query/api-client';
import { SelectField } from '@/components/ui/form/select-field';
import { useShell } from '@/components/viewer/shell-context';
import type { AnywherePart } from '../list/group-add';
import { defaultProject } from '../new/default-project';
import { keepLastProject, lastProject } from '../new/last-project';
import { QuickAdd } from './quick-add';

/** Where tasks of all projects are listed: the project that was used last, or another that is chosen. */
export const AddAnywhere: AnywherePart = ({ label, add, onClose }) => {
  const { organisation, member } = useShell();
  const client = useQueryClient();
  const projects = useQuery(creatableProjectsQuery);
  const [chosen, choose] = useState<string | null>(null);
  const all = projects.data ?? [];
  const lastUsed = lastProject(organisation.key, member._id)?._id ?? null;
  const usual = (some: typeof all) => defaultProject(some, { page: null, lastUsed });
  const project = all.find(({ _id }) => _id === chosen) ?? usual(all);
  return (
    <QuickAdd
      label={label}
      projectId={project?._id}
      onClose={onClose}
      add={async (task) => {
        // Written before the projects were there.
        const to = project ?? usual(await client.ensureQueryData(creatableProjectsQuery));
        if (!to) throw new ApiError(403, 'forbidden', 'There is no project in which you can create tasks.');
        await add(task, to._id);
        keepLastProject(organisation.key, member._id, to);
      }}
    >
      <div className="w-56 max-sm:w-full">
        <SelectField
          label="Project"
          labelHidden
          value={project?._id ?? ''}
          disabled={!all.length}
          options={
            all.length
              ? all.map(({ _id, name }) => ({ value: _id, label: name }))
              : [{ value: '', label: projects.isPending ? 'Loading' : 'No project' }]
          }
          onChange={({ target }) => choose(target.value)}
        />
      </div>
    </QuickAdd>
  );
};
