'use client';

import { EditableField, Nothing } from '@/components/field/side-field';
import { isolated } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';

const loadSearch = () => import('./task-search').then(({ TaskSearch }) => TaskSearch);

/** The task that it is a part of; another one of the project can be chosen, or none. */
export function ParentField({
  task,
  onChange,
}: {
  task: TaskDetail;
  onChange: (parent: TaskDetail['parent']) => void;
}) {
  const { parent } = task;
  return (
    <EditableField
      name="Parent"
      may={task.rights.edit}
      empty={!parent}
      popup="dialog"
      load={loadSearch}
      editor={{
        name: 'Parent',
        projectId: task.project_id,
        without: [task._id, ...(parent ? [parent._id] : []), ...task.subtasks.map(({ _id }) => _id)],
        onChoose: ({ _id, key, title }) => onChange({ _id, key, title }),
        onNone: parent ? () => onChange(null) : undefined,
      }}
    >
      {parent ? (
        <span className="min-w-0 truncate">
          <span className="tabular-nums">{parent.key}</span> {isolated(parent.title)}
        </span>
      ) : (
        <Nothing>None</Nothing>
      )}
    </EditableField>
  );
}
