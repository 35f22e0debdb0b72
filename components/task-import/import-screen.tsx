'use client';

import { useEffect, useRef, useState } from 'react';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { FormError } from '@/components/ui/form/form-error';
import { isolated } from '@/lib/bidi';
import type { Source } from '@/lib/imported/vocabulary';
import type { Encoding } from '@/lib/table-file/encodings';
import type { ImportBatchRecord, Mapping, TaskImport } from '@/lib/task-import/schema';
import { CheckStep } from './check-step';
import { ChooseStep, NEW_PROJECT } from './choose-step';
import { ResultStep } from './result-step';

/** `projectId`: or NEW_PROJECT. `encoding`: as somebody says; otherwise the file tells. */
export type Choice = { source: Source; projectId: string; file: File; encoding?: Encoding | undefined };
export type Named = { _id: string; name: string };

const STEPS = ['Choose a file', 'Check it', 'Result'] as const;

/** Three steps: the file, what would be made of it, what was made. */
export function ImportScreen({
  projects,
  projectId,
  creates,
  members,
}: {
  /** Into which the viewer may import. */
  projects: readonly Named[];
  /** Whose page one came from; otherwise it is asked. */
  projectId: string;
  /** Whether it may be a new one. */
  creates: boolean;
  members: readonly Named[];
}) {
  const [choice, setChoice] = useState<Choice>();
  const [mapping, setMapping] = useState<Mapping>({});
  const [seen, setSeen] = useState<TaskImport>();
  const [batch, setBatch] = useState<ImportBatchRecord>();
  const { run, pending, error } = useCall();
  const step = batch ? 2 : seen ? 1 : 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);

  const post = ({ source, projectId, file, encoding }: Choice, map: Mapping, dry_run: boolean) =>
    call('POST importTasks', {
      source,
      ...(projectId !== NEW_PROJECT && { project_id: projectId }),
      ...(Object.keys(map).length && { mapping: JSON.stringify(map) }),
      ...(encoding && { encoding }),
      dry_run: String(dry_run),
      file,
    });

  const look = (chosen: Choice, map: Mapping) =>
    run(
      () => post(chosen, map, true),
      (answer) => {
        setChoice(chosen);
        setMapping(map);
        setSeen(answer);
        return null;
      },
    );

  const make = (chosen: Choice) =>
    run(
      async () => {
        // What was shown is what is meant, also where it was a guess.
        const encoding = chosen.encoding ?? (seen?.encoding_guessed ? seen.encoding : undefined);
        const { batch_id } = await post({ ...chosen, encoding }, mapping, false);
        return call('GET importBatch/{id}', { id: batch_id ?? '' });
      },
      (made) => {
        setBatch(made);
        return null;
      },
    );

  function again() {
    setChoice(undefined);
    setSeen(undefined);
    setBatch(undefined);
    setMapping({});
  }

  return (
    <div className="flex max-w-[760px] flex-col gap-4">
      <ol aria-label="Steps" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {STEPS.map((name, at) => (
          <li
            key={name}
            aria-current={at === step ? 'step' : undefined}
            className={at === step ? 'font-semibold text-text' : 'text-text-2'}
          >
            {at + 1}. {isolated(name)}
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
        {STEPS[step]}
      </h2>
      <FormError message={error?.message} attempt={error} />
      {batch ? (
        <ResultStep batch={batch} onAgain={again} />
      ) : seen && choice ? (
        <CheckStep
          seen={seen}
          mapping={mapping}
          members={members}
          pending={pending}
          onMapping={(map) => void look(choice, map)}
          onEncoding={(encoding) => void look({ ...choice, encoding }, mapping)}
          onBack={() => setSeen(undefined)}
          onImport={() => void make(choice)}
        />
      ) : (
        <ChooseStep
          projects={projects}
          chosen={choice}
          projectId={projectId}
          creates={creates}
          pending={pending}
          onChosen={(chosen) => void look(chosen, {})}
        />
      )}
    </div>
  );
}
