'use client';

import { DependencyFields } from '@/components/dependency/dependency-fields';
import { ParentField } from '@/components/dependency/parent-field';
import { EditableField, Field, Nothing } from '@/components/field/side-field';
import { LabelField } from '@/components/label/label-field';
import type { Person } from '@/components/person/assignable-query';
import { RecurrenceField } from '@/components/recurrence/recurrence-field';
import { TimeField } from '@/components/time-entry/time-field';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { showToast } from '@/components/ui/overlay/toast';
import { PriorityMark } from '@/components/ui/priority-mark';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { WatcherField } from '@/components/watcher/watcher-field';
import { TaskStatus } from '@/components/workflow/task-status';
import { isolated } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';
import { COMPLETED, estimateWords } from '@/lib/task/vocabulary';
import {
  loadAssigneePanel,
  loadCategoryMenu,
  loadDuePanel,
  loadEstimatePanel,
  loadPriorityMenu,
  loadStatusMenu,
} from '../fields/load-editors';
import { useTaskKeys } from '../use-task-keys';
import { AudienceSwitch } from './audience-switch';
import { PeopleOfTask } from './people-of-task';
import { SideFoot } from './side-foot';
import { useFieldChanges } from './use-field-changes';
import type { TaskHandle } from './use-task';

type Props = { handle: TaskHandle; viewerId: string; today: string; marksAudience: boolean };

export function SideFields({ handle, viewerId, today, marksAudience }: Props) {
  const hrefTo = useOrganisationLinks();
  const set = useFieldChanges(handle);
  useTaskKeys();
  const { task } = handle;
  const { rights, status, priority, category, estimate_minutes: estimate } = task;

  const date = (name: string, field: 'start_date' | 'due_date') => (
    <EditableField
      name={name}
      may={rights.edit}
      empty={task[field] === null}
      popup="dialog"
      load={loadDuePanel}
      editor={{ name, value: task[field], today, onChange: (next: string | null) => set({ [field]: next }) }}
    >
      <DueDate date={task[field]} today={today} done={field === 'start_date' || status === COMPLETED} showNone />
    </EditableField>
  );

  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-base max-lg:gap-y-2 lg:grid-cols-1">
        <EditableField
          name="Status"
          may={rights.move}
          popup="menu"
          load={loadStatusMenu}
          editor={{ value: status, projectId: task.project_id, onChange: (next: number) => set({ status: next }) }}
        >
          <span className="flex min-w-0 flex-wrap items-center gap-x-3">
            <TaskStatus of={task} />
            {task.blocked && <span className="mark-blocked">Blocked</span>}
          </span>
        </EditableField>
        <EditableField
          name="Assignees"
          may={rights.assign || rights.assign_self}
          empty={task.assignees.length === 0 && !task.hidden_assignees}
          popup="dialog"
          load={loadAssigneePanel}
          editor={{
            projectId: task.project_id,
            chosen: task.assignees,
            onlyMember: rights.assign ? undefined : viewerId,
            onChange: (next: Person[]) => set({ assignee_ids: next.map(({ _id }) => _id) }, { people: next }),
          }}
        >
          <PeopleOfTask task={task} />
        </EditableField>
        <EditableField
          name="Priority"
          may={rights.edit}
          empty={priority === 'none'}
          popup="menu"
          load={loadPriorityMenu}
          editor={{ value: priority, onChange: (next: TaskDetail['priority']) => set({ priority: next }) }}
        >
          <PriorityMark priority={priority} />
        </EditableField>
        {date('Due date', 'due_date')}
        {date('Start date', 'start_date')}
        <EditableField
          name="Category"
          may={rights.edit}
          empty={category === null}
          popup="menu"
          load={loadCategoryMenu}
          editor={{
            value: category?._id ?? null,
            onChange: (next: TaskDetail['category']) => set({ category_id: next?._id ?? null }, { category: next }),
          }}
        >
          {isolated(category?.name) ?? <Nothing>None</Nothing>}
        </EditableField>
        <LabelField task={task} onChange={(next) => set({ label_ids: next.map(({ _id }) => _id) }, { labels: next })} />
        <EditableField
          name="Estimate"
          may={rights.edit}
          empty={estimate === null}
          popup="dialog"
          load={loadEstimatePanel}
          editor={{ value: estimate, onChange: (minutes: number | null) => set({ estimate_minutes: minutes }) }}
        >
          {estimate === null ? (
            <Nothing>None</Nothing>
          ) : (
            <span className="tabular-nums">{estimateWords(estimate)}</span>
          )}
        </EditableField>
        <ParentField task={task} onChange={(parent) => set({ parent_id: parent?._id ?? null }, { parent })} />
        <WatcherField task={task} viewerId={viewerId} loadPeople={loadAssigneePanel} onChanged={handle.show} />
        <RecurrenceField task={task} onChanged={handle.refetch} />
        <TimeField task={task} onChanged={handle.refetch} />
        <DependencyFields task={task} onChanged={handle.refetch} />
        <Field name="Project">
          <Link
            dir="auto"
            href={hrefTo(`projectdetails?project=${task.project.key}`)}
            prefetch={false}
            className="rounded-xs text-accent-text wrap-anywhere hover:underline"
          >
            {task.project.name}
          </Link>
        </Field>
      </dl>
      {marksAudience && (
        <AudienceSwitch
          audience={task.audience}
          mayChange={rights.audience}
          onChange={(audience) => {
            set({ audience });
            showToast({
              kind: 'info',
              text:
                audience === 'client'
                  ? `${task.key} is visible to the project’s clients now.`
                  : `${task.key} is hidden from the project’s clients now.`,
              action: { label: 'Undo', onAction: () => set({ audience: task.audience }) },
            });
          }}
        />
      )}
      <SideFoot task={task} />
    </div>
  );
}
