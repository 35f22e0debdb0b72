'use client';

import { Trash2 } from 'lucide-react';
import { SelectField } from '@/components/ui/form/select-field';
import { TextArea } from '@/components/ui/form/text-area';
import { TextField } from '@/components/ui/form/text-field';
import { IconButton } from '@/components/ui/icon-button';
import { PRIORITIES, PRIORITY_LABEL } from '@/lib/task/vocabulary';
import type { TemplateContent, TemplateTask } from '@/lib/template/schema';
import { levelsIn, MOST_TEMPLATE_DAYS } from '@/lib/template/vocabulary';

const numberIn = (text: string) => (text === '' ? null : Number(text));
const PRIORITY_CHOICES = PRIORITIES.map((value) => ({ value, label: PRIORITY_LABEL[value] }));

/** One task of a template: title and days at once, the rest folded. */
export function TemplateTaskFields({
  content: { tasks, project, roles },
  at,
  error,
  onChange,
  onRemove,
}: {
  content: TemplateContent;
  at: number;
  error?: string;
  onChange: (change: Partial<TemplateTask>) => void;
  /** null: the one that the others are below. */
  onRemove: (() => void) | null;
}) {
  const task = tasks[at] as TemplateTask;
  const number = at + 1;
  const day = (field: 'start_in' | 'due_in', label: string) => (
    <TextField
      label={label}
      type="number"
      min={0}
      max={MOST_TEMPLATE_DAYS}
      value={task[field] ?? ''}
      onChange={({ target }) => onChange({ [field]: numberIn(target.value) })}
    />
  );
  return (
    <li
      className="flex flex-col gap-2 rounded-sm border border-border p-3"
      style={{ marginInlineStart: `${Math.min(levelsIn(tasks)[at] ?? 0, 3) * 12}px` }}
    >
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={`Title of task ${number}`}
            limit={200}
            autoComplete="off"
            value={task.title}
            error={error}
            onChange={({ target }) => onChange({ title: target.value })}
          />
        </div>
        {onRemove && <IconButton label={`Remove task ${number}`} icon={<Trash2 />} onClick={onRemove} />}
      </div>
      <details>
        <summary className="w-fit cursor-pointer text-sm text-text-2">
          Details<span className="sr-only"> of task {number}</span>
        </summary>
        <div className="mt-2 grid gap-3 sm:grid-cols-2">
          {day('start_in', 'Begins after days')}
          {day('due_in', 'Due after days')}
          <SelectField
            label="Priority"
            value={task.priority}
            options={PRIORITY_CHOICES}
            onChange={({ target }) => onChange({ priority: target.value as TemplateTask['priority'] })}
          />
          {at > 0 && (
            <SelectField
              label="Subtask of"
              value={`${task.parent ?? ''}`}
              options={[
                ...(project ? [{ value: '', label: 'No task' }] : []),
                ...tasks.slice(0, at).map(({ title }, place) => ({ value: `${place}`, label: title })),
              ]}
              onChange={({ target }) => onChange({ parent: numberIn(target.value) })}
            />
          )}
          {roles.length > 0 && (
            <SelectField
              label="Who does it"
              value={`${task.roles[0] ?? ''}`}
              options={[
                { value: '', label: 'Nobody yet' },
                ...roles.map(({ name }, place) => ({ value: `${place}`, label: name })),
              ]}
              onChange={({ target }) => onChange({ roles: target.value === '' ? [] : [Number(target.value)] })}
            />
          )}
          <SelectField
            label="Waits for"
            value={`${task.blocked_by[0] ?? ''}`}
            options={[
              { value: '', label: 'Nothing' },
              ...tasks.flatMap(({ title }, place) => (place === at ? [] : { value: `${place}`, label: title })),
            ]}
            onChange={({ target }) => onChange({ blocked_by: target.value === '' ? [] : [Number(target.value)] })}
          />
          <div className="sm:col-span-2">
            <TextArea
              label="Description"
              rows={2}
              value={task.description}
              onChange={({ target }) => onChange({ description: target.value })}
            />
          </div>
          <div className="sm:col-span-2">
            <TextArea
              label="Checklist, one line each"
              rows={2}
              value={task.checklist.join('\n')}
              onChange={({ target }) => onChange({ checklist: target.value ? target.value.split('\n') : [] })}
            />
          </div>
        </div>
      </details>
    </li>
  );
}
