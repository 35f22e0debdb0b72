'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/form/select-field';
import { isolated } from '@/lib/bidi';
import { SOURCE_LABEL, SOURCES, type Source } from '@/lib/imported/vocabulary';
import { ENCODING_LABEL, ENCODINGS, type Encoding } from '@/lib/table-file/encodings';
import { MOST_BYTES, SOURCE_HINT } from '@/lib/task-import/vocabulary';
import type { Choice, Named } from './import-screen';

/** Instead of a project's id. */
export const NEW_PROJECT = 'new';

export function ChooseStep({
  projects,
  projectId,
  creates,
  chosen,
  pending,
  onChosen,
}: {
  projects: readonly Named[];
  projectId: string;
  creates: boolean;
  chosen: Choice | undefined;
  pending: boolean;
  onChosen: (choice: Choice) => void;
}) {
  const [source, setSource] = useState<Source>(chosen?.source ?? 'csv');
  const [project, setProject] = useState(chosen?.projectId ?? projectId);
  const [problem, setProblem] = useState<{ file?: string; project?: string }>({});
  function submit(form: FormData) {
    const picked = form.get('file');
    const file = picked instanceof File && picked.name ? picked : chosen?.file;
    const into = form.get('project') as string;
    const found = {
      ...(!file && { file: 'Choose a file.' }),
      ...(file && file.size > MOST_BYTES && { file: 'An import may have 50 MB at most.' }),
      ...(!into && { project: 'Choose where the tasks go.' }),
    };
    setProblem(found);
    if (!file || found.file || found.project) return;
    const encoding = (form.get('encoding') || undefined) as Encoding | undefined;
    onChosen({ source: form.get('source') as Source, projectId: into, file, encoding });
  }
  return (
    <form
      className="flex flex-col gap-4"
      // What was sent before the page listens is sent again by React, as the action.
      action={submit}
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) submit(new FormData(event.currentTarget));
      }}
    >
      <SelectField
        label="From"
        name="source"
        hint={SOURCE_HINT[source]}
        value={source}
        onChange={(event) => setSource(event.target.value as Source)}
        options={SOURCES.map((value) => ({ value, label: SOURCE_LABEL[value] }))}
      />
      <SelectField
        label="Into the project"
        name="project"
        value={project}
        onChange={(event) => setProject(event.target.value)}
        error={problem.project}
        options={[
          ...(project ? [] : [{ value: '', label: 'Choose a project' }]),
          ...(creates ? [{ value: NEW_PROJECT, label: 'A new project with the name of the board or file' }] : []),
          ...projects.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      <label className="flex flex-col gap-1 text-sm font-medium text-text-2">
        File
        <input
          type="file"
          name="file"
          accept=".csv,.tsv,.txt,.json,text/csv,text/plain,application/json"
          aria-invalid={problem.file ? true : undefined}
          aria-describedby={problem.file ? 'import-file-problem' : undefined}
          onChange={(event) => {
            const isJson = /\.json$/i.test(event.target.files?.[0]?.name ?? '');
            if (isJson) setSource('trello');
          }}
          className="rounded-sm border border-border-strong bg-surface p-1 text-base text-text file:mr-3 file:rounded-sm file:border-0 file:bg-sunken file:px-2.5 file:py-0.5 file:font-medium pointer-coarse:min-h-11 pointer-coarse:py-2"
        />
        {problem.file && (
          <span id="import-file-problem" role="alert" className="font-normal text-danger-text">
            {problem.file}
          </span>
        )}
        {chosen && <span className="font-normal">Chosen: {isolated(chosen.file.name)}</span>}
      </label>
      <SelectField
        label="Text encoding"
        name="encoding"
        hint="You see a sample before anything is made."
        defaultValue={chosen?.encoding ?? ''}
        options={[
          { value: '', label: 'As the file tells' },
          ...ENCODINGS.map((value) => ({ value, label: ENCODING_LABEL[value] })),
        ]}
      />
      <div>
        <Button type="submit" variant="primary" pending={pending} pendingText="Reading…">
          Check the file
        </Button>
      </div>
      <p className="text-sm text-text-2">
        Nothing is made before you have seen what it would be. Rules do not run for imported tasks.
      </p>
    </form>
  );
}
