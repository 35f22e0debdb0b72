'use client';

import { EditableField, Nothing } from '@/components/field/side-field';
import type { CustomValue } from '@/lib/custom-field/vocabulary';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { FieldValue } from './field-value';

const loadPanel = () => import('./value-panel').then(({ ValuePanel }) => ValuePanel);

/** The organisation's own fields of a task, each with its editor. `draws`: of those that have no value. */
export function TaskFields({
  task,
  today,
  draws,
  onChange,
}: {
  task: TaskDetail;
  today: string;
  draws: (id: string) => boolean;
  onChange: (custom: Record<string, CustomValue | null>, people: TaskCard['assignees']) => void;
}) {
  return task.custom_fields.map((field) => {
    const value = task.custom?.[field._id];
    if (value === undefined && (field.archived || !draws(field._id))) return null;
    const shown = value === undefined ? <Nothing>None</Nothing> : null;
    return (
      <EditableField
        key={field._id}
        name={field.name}
        may={task.rights.edit}
        empty={value === undefined}
        popup={field.kind === 'choice' ? 'menu' : 'dialog'}
        load={loadPanel}
        editor={{
          field,
          value: value ?? null,
          projectId: task.project_id,
          today,
          clients: field.audience === 'client' && task.audience === 'client',
          onChange: (next: CustomValue | null, people: TaskCard['assignees'] = []) =>
            onChange({ [field._id]: next }, people),
        }}
      >
        {shown ?? <FieldValue field={field} value={value as CustomValue} people={task.custom_people} />}
      </EditableField>
    );
  });
}
