'use client';

import { useState } from 'react';
import { TaskFields } from '@/components/custom-field/task-fields';
import { DependencyFields } from '@/components/dependency/dependency-fields';
import { ParentField } from '@/components/dependency/parent-field';
import { EditableField, Field, Nothing } from '@/components/field/side-field';
import { LabelField } from '@/components/label/label-field';
import type { Person } from '@/components/person/assignable-query';
import { RecurrenceField } from '@/components/recurrence/recurrence-field';
import { TimeField } from '@/components/time-entry/time-field';
import { Button } from '@/components/ui/button';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { showToast } from '@/components/ui/overlay/toast';
import { PriorityMark } from '@/components/ui/priority-mark';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { WatcherField } from '@/components/watcher/watcher-field';
import { TaskStatus } from '@/components/workflow/task-status';
import { isolated } from '@/lib/bidi';
import type { TaskDetail, TaskMilestone } from '@/lib/task/schema';
import { COMPLETED, estimateWords } from '@/lib/task/vocabulary';
import { useKeptSet } from '../use-kept-set';
import { useTaskKeys } from '../use-task-keys';
import { AudienceSwitch } from './audience-switch';
import { PeopleOfTask } from './people-of-task';
import { SideFoot } from './side-foot';
import { useFieldChanges } from './use-field-changes';
import type { TaskHandle } from './use-task';

/** Each is fetched on intent. */
const loadStatusMenu = () => import('../fields/status-menu').then(({ StatusMenu }) => StatusMenu);
const loadPriorityMenu = () => import('../fields/priority-menu').then(({ PriorityMenu }) => PriorityMenu);
const loadDuePanel = () => import('@/components/ui/form/due-panel').then(({ DuePanel }) => DuePanel);
const loadAssigneePanel = () => import('../fields/assignee-panel').then(({ AssigneePanel }) => AssigneePanel);
const loadCategoryMenu = () => import('@/components/category/category-menu').then(({ CategoryMenu }) => CategoryMenu);
const loadMilestoneMenu = () =>
  import('@/components/milestone/milestone-menu').then(({ MilestoneMenu }) => MilestoneMenu);
const loadEstimatePanel = () => import('./estimate-panel').then(({ EstimatePanel }) => EstimatePanel);

/** So many of the organisation's own are drawn although they are empty. */
const FEW_FIELDS = 5;

type Props = { handle: TaskHandle; viewerId: string; today: string; marksAudience: boolean };

export function SideFields({ handle, viewerId, today, marksAudience }: Props) {
  const hrefTo = useOrganisationLinks();
  const set = useFieldChanges(handle);
  useTaskKeys();
  const { task } = handle;
  const { rights, status, priority, category, milestone, estimate_minutes: estimate } = task;

  const { draws, folded, all, toggle } = useFolded(task, viewerId);

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
      <dl className="one-size grid grid-cols-2 gap-x-6 gap-y-1 text-base max-lg:gap-y-2 lg:grid-cols-1">
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
        {draws('Start date') && date('Start date', 'start_date')}
        {draws('Category') && (
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
        )}
        {draws('Milestone') && (
          <EditableField
            name="Milestone"
            may={rights.edit}
            empty={!milestone}
            popup="menu"
            load={loadMilestoneMenu}
            editor={{
              projectId: task.project_id,
              value: milestone ?? null,
              onChange: (next: TaskMilestone | null) => set({ milestone_id: next?._id ?? null }, { milestone: next }),
            }}
          >
            {isolated(milestone?.name) ?? <Nothing>None</Nothing>}
          </EditableField>
        )}
        <LabelField task={task} onChange={(next) => set({ label_ids: next.map(({ _id }) => _id) }, { labels: next })} />
        <TaskFields
          task={task}
          today={today}
          draws={(id) => task.custom_fields.length <= FEW_FIELDS || draws(id)}
          onChange={(custom, people) => set({ custom }, { people })}
        />
        {draws('Estimate') && (
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
        )}
        {draws('Parent') && (
          <ParentField task={task} onChange={(parent) => set({ parent_id: parent?._id ?? null }, { parent })} />
        )}
        <WatcherField task={task} viewerId={viewerId} loadPeople={loadAssigneePanel} onChanged={handle.show} />
        {draws('Repeats') && <RecurrenceField task={task} onChanged={handle.refetch} />}
        <TimeField task={task} onChanged={handle.refetch} />
        <DependencyFields task={task} draws={draws} onChanged={handle.refetch} />
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
      {folded > 0 && rights.edit && (
        <span className="-mt-2 -ml-2.5 print:hidden">
          <Button variant="quiet" size="compact" aria-expanded={all} onClick={toggle}>
            {all ? 'Hide empty fields' : `Show ${folded} empty ${folded === 1 ? 'field' : 'fields'}`}
          </Button>
        </span>
      )}
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

const ownFields = ({ custom_fields, custom }: TaskDetail) =>
  Object.fromEntries(
    custom_fields.flatMap(({ _id, archived }) => (archived ? [] : [[_id, custom?.[_id] !== undefined]])),
  );

/**
 * Fields that most tasks do without are drawn once they say something, and stay for as long as the page is open. Those that
 * keys and commands open are always there.
 */
function useFolded(task: TaskDetail, viewerId: string) {
  const { words, toggle } = useKeptSet(`${viewerId}:task-fields`);
  const waits = (way: 'blocked_by' | 'blocks') => task.dependencies.some(({ relation }) => relation === way);
  const filled: Record<string, boolean> = {
    'Start date': task.start_date !== null,
    Category: Boolean(task.category),
    Milestone: Boolean(task.milestone),
    Estimate: task.estimate_minutes !== null,
    Parent: Boolean(task.parent),
    Repeats: Boolean(task.recurrence ?? task.successor),
    'Blocked by': waits('blocked_by'),
    Blocks: waits('blocks'),
    ...(task.custom_fields.length > FEW_FIELDS && ownFields(task)),
  };
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const fresh = Object.keys(filled).filter((name) => filled[name] && !seen.has(name));
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh]));
  const all = task.rights.edit && words.has('all');
  return {
    draws: (name: string) => all || filled[name] || seen.has(name),
    folded: Object.keys(filled).filter((name) => !filled[name] && !seen.has(name)).length,
    all,
    toggle: () => toggle('all'),
  };
}
