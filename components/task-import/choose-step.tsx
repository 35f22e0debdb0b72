'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/form/select-field';
import { isolated } from '@/lib/bidi';
import { SOURCE_LABEL, SOURCES, type Source } from '@/lib/imported/vocabulary';
import { ENCODING_LABEL, ENCODINGS, type Encoding } from '@/lib/table-file/encodings';
import { MOST_BYTES, SOURCE_HINT } from '@/lib/task-import/vocabulary';
import type { Choice, Named } from './import-screen';

export function ChooseStep({
  projects,
  projectId,
  chosen,
  pending,
  onChosen,
}: {
  projects: readonly Named[];
  projectId: string;
  chosen: Choice | undefined;
  pending: boolean;
  onChosen: (choice: Choice) => void;
}) {
  const [source, setSource] = useState<Source>(chosen?.source ?? 'csv');
  const [project, setProject] = useState(chosen?.projectId ?? projectId);
  const [problem, setProblem] = useState<string>();
  function submit(form: FormData) {
    const picked = form.get('file');
    const file = picked instanceof File && picked.name ? picked : chosen?.file;
    if (!file) return setProblem('Choose a file.');
    if (file.size > MOST_BYTES) return setProblem('An import may have 50 MB at most.');
    setProblem(undefined);
    const encoding = (form.get('encoding') || undefined) as Encoding | undefined;
    onChosen({ source: form.get('source') as Source, projectId: form.get('project') as string, file, encoding });
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
        options={[
          ...projects.map(({ _id, name }) => ({ value: _id, label: name })),
          { value: '', label: 'A new project with the name of the board' },
        ]}
      />
      <label className="flex flex-col gap-1 text-sm font-medium text-text-2">
        File
        <input
          type="file"
          name="file"
          accept={source === 'trello' ? '.json,application/json' : '.csv,.tsv,.txt,text/csv,text/plain'}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'import-file-problem' : undefined}
          className="rounded-sm border border-border-strong bg-surface p-1.5 text-base text-text pointer-coarse:min-h-11"
        />
        {problem && (
          <span id="import-file-problem" role="alert" className="font-normal text-danger-text">
            {problem}
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
