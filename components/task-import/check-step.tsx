'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsQuery, offeredIn } from '@/components/custom-field/field-query';
import { EncodingChoice } from '@/components/table-file/encoding-choice';
import { Button } from '@/components/ui/button';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { SelectField } from '@/components/ui/form/select-field';
import { useWorkflow } from '@/components/workflow/use-workflow';
import { bidi } from '@/lib/bidi';
import { counted } from '@/lib/counted';
import type { Encoding } from '@/lib/table-file/encodings';
import { COMPLETED } from '@/lib/task/vocabulary';
import type { Mapping, TaskImport } from '@/lib/task-import/schema';
import { FIELD_LABEL, FIELDS } from '@/lib/task-import/vocabulary';
import { columnIn } from '@/lib/workflow/vocabulary';
import type { Named } from './import-screen';
import { LineProblems } from './line-problems';
import { WhoIsWho } from './who-is-who';

const GRID = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3';
const LEGEND = 'mb-1 text-base font-semibold';

export function CheckStep({
  seen,
  mapping,
  members,
  pending,
  onMapping,
  onEncoding,
  onBack,
  onImport,
}: {
  seen: TaskImport;
  mapping: Mapping;
  members: readonly Named[];
  pending: boolean;
  /** Asks the server again. */
  onMapping: (mapping: Mapping) => void;
  onEncoding: (encoding: Encoding) => void;
  onBack: () => void;
  onImport: () => void;
}) {
  const workflow = useWorkflow();
  const completedName = columnIn(workflow, COMPLETED).name;
  const headings = [...new Set(seen.headings)].filter(Boolean);
  const { data: fields } = useQuery(fieldsQuery);
  const own = offeredIn(fields, seen.project_id ? [seen.project_id] : []).filter(
    ({ project_ids }) => seen.project_id || project_ids === null,
  );
  const untitled = seen.columns.title === undefined;
  // It stays open once one is chosen.
  const [opened] = useState(untitled);
  const dayOrder = {
    order: mapping.day_order,
    onOrder: (day_order: Mapping['day_order']) => onMapping({ ...mapping, day_order }),
  };
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="text-base">
        {wouldMake(seen)}
      </p>
      <EncodingChoice seen={seen} onChoose={onEncoding} />
      {seen.unclear_date && (
        <div className="max-w-80">
          <DayOrder label={`Line ${seen.unclear_date.line}: ${seen.unclear_date.text.trim()} is`} {...dayOrder} />
        </div>
      )}
      {seen.lists_found.length > 0 && (
        <fieldset className={GRID}>
          <legend className={LEGEND}>Which list is which status</legend>
          {seen.lists_found.map(({ name, status, known, tasks, completed }) => (
            <SelectField
              key={name}
              label={name}
              hint={`${tasks === 1 ? '1 task' : `${tasks} tasks`}${completed ? bidi`, ${completed} ${completedName}` : ''}${known ? '' : '; please choose'}`}
              value={String(status)}
              onChange={(event) =>
                onMapping({ ...mapping, statuses: { ...mapping.statuses, [name]: Number(event.target.value) } })
              }
              options={workflow.columns.map((column) => ({ value: String(column.status), label: column.name }))}
            />
          ))}
        </fieldset>
      )}
      {seen.people_found.length > 0 && (
        <WhoIsWho
          people={seen.people_found}
          members={members}
          joins={Boolean(seen.new_project)}
          onChoose={(key, id) => onMapping({ ...mapping, people: { ...mapping.people, [key]: id } })}
        />
      )}
      {headings.length > 0 && (
        <details open={opened || undefined}>
          <summary className="cursor-pointer text-base font-semibold">Columns</summary>
          <div className={`${GRID} pt-2`}>
            {FIELDS.map((field) => (
              <SelectField
                key={field}
                label={FIELD_LABEL[field]}
                value={seen.columns[field] ?? ''}
                onChange={(event) =>
                  onMapping({ ...mapping, columns: { ...mapping.columns, [field]: event.target.value } })
                }
                options={[
                  ...(field === 'title' && !untitled ? [] : [{ value: '', label: 'None' }]),
                  ...headings.map((value) => ({ value, label: value })),
                ]}
              />
            ))}
            {own.map(({ _id, name }) => (
              <SelectField
                key={_id}
                label={name}
                value={seen.columns[_id] ?? ''}
                onChange={({ target }) => onMapping({ ...mapping, fields: { ...mapping.fields, [_id]: target.value } })}
                options={[{ value: '', label: 'None' }, ...headings.map((value) => ({ value, label: value }))]}
              />
            ))}
            {!seen.unclear_date && <DayOrder label="03/04/2026 is" {...dayOrder} />}
          </div>
        </details>
      )}
      {seen.source === 'trello' && (
        <CheckboxField
          label="Archived cards and lists too"
          checked={mapping.archived ?? false}
          onChange={(event) => onMapping({ ...mapping, archived: event.target.checked })}
        />
      )}
      <LineProblems title="Lines that are not imported" lines={seen.errors} />
      <LineProblems title="Left out" lines={seen.skipped_lines} />
      <LineProblems title="What does not come along" lines={seen.lost} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={seen.tasks === 0 || seen.unclear_date !== null}
          pending={pending}
          pendingText="Working…"
          onClick={onImport}
        >
          {seen.tasks === 1 ? 'Import 1 task' : `Import ${seen.tasks} tasks`}
        </Button>
        <Button onClick={onBack}>Back</Button>
      </div>
    </div>
  );
}

/** Whether a date of numbers begins with its day. */
function DayOrder({
  label,
  order,
  onOrder,
}: {
  label: string;
  order: Mapping['day_order'];
  onOrder: (order: Mapping['day_order']) => void;
}) {
  return (
    <SelectField
      label={label}
      value={order ?? ''}
      onChange={(event) => onOrder((event.target.value || undefined) as Mapping['day_order'])}
      options={[
        { value: '', label: 'As the file tells' },
        { value: 'dmy', label: 'Day first: 03/04 is 3 April' },
        { value: 'mdy', label: 'Month first: 03/04 is March 4' },
      ]}
    />
  );
}

function wouldMake({
  tasks,
  comments,
  labels,
  checklist_items,
  time_entries,
  errors,
  skipped,
  people_found,
  new_project,
  client_tasks,
}: TaskImport): string {
  const with_ = [
    comments && counted(comments, 'comment'),
    labels && counted(labels, 'label'),
    checklist_items && counted(checklist_items, 'checklist item'),
    time_entries && counted(time_entries, 'entry of time', 'entries of time'),
  ].filter(Boolean);
  const rest = [
    errors.length && `${counted(errors.length, 'line')} cannot be imported`,
    skipped && `${skipped} ${skipped === 1 ? 'is' : 'are'} left out`,
  ].filter(Boolean);
  const people = people_found.filter(({ state }) => state === 'assigned').length;
  const whose = people ? ` for ${counted(people, 'person', 'people')} of the file` : '';
  const shown = client_tasks ? `; ${client_tasks} of them clients will see` : '';
  const into = new_project ? ` into a new project “${new_project}”${whose}` : '';
  return `${counted(tasks, 'task')}${with_.length ? ` with ${with_.join(', ')}` : ''} will be imported${into}${shown}${rest.length ? `; ${rest.join(', ')}` : ''}.`;
}
