'use client';

import { useQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  CalendarDays,
  Eye,
  EyeOff,
  Flag,
  FolderKanban,
  Milestone,
  SquarePen,
  Tag,
  UserRound,
} from 'lucide-react';
import { CategoryMenu } from '@/components/category/category-menu';
import { fieldsQuery, offeredIn } from '@/components/custom-field/field-query';
import { FieldValue } from '@/components/custom-field/field-value';
import { ValuePanel } from '@/components/custom-field/value-panel';
import { MilestoneMenu } from '@/components/milestone/milestone-menu';
import { AssigneePanel } from '@/components/task/fields/assignee-panel';
import { PriorityMenu } from '@/components/task/fields/priority-menu';
import { ProjectMenu } from '@/components/task/fields/project-menu';
import { StatusMenu } from '@/components/task/fields/status-menu';
import { Avatar } from '@/components/ui/avatar';
import { ChipField, ChipRow, ChipToggle } from '@/components/ui/form/chip-field';
import { DuePanel } from '@/components/ui/form/due-panel';
import { useFormats } from '@/components/ui/formats';
import { TaskStatus } from '@/components/workflow/task-status';
import { PRIORITY_LABEL } from '@/lib/task/vocabulary';
import { TASK_FORM as FIELDS } from '@/lib/task/vocabulary.form';
import type { CreatableProject, ProjectName } from './default-project';
import type { NewTask } from './new-task';

export function NewTaskChips({
  task,
  project,
  projects,
  errors,
  onChange,
}: {
  task: NewTask;
  project: ProjectName | null;
  projects: { data: readonly CreatableProject[] | undefined; isError: boolean; refetch: () => unknown };
  errors: Record<string, string[] | undefined>;
  onChange: (part: Partial<NewTask>) => void;
}) {
  const formats = useFormats();
  const today = formats.today();
  const date = (field: 'start_date' | 'due_date', icon: React.ReactNode) => {
    const name = FIELDS[field].label;
    const value = task[field];
    return (
      <ChipField
        name={name}
        icon={icon}
        error={errors[field]?.[0]}
        value={value && (field === 'start_date' ? `From ${formats.day(value)}` : formats.day(value))}
      >
        {(editor) => (
          <DuePanel
            {...editor}
            name={name}
            value={value}
            today={today}
            onChange={(next) => onChange({ [field]: next })}
          />
        )}
      </ChipField>
    );
  };
  const [person] = task.people;
  const clientSees = task.audience === 'client';
  return (
    <ChipRow>
      <ChipField
        name="Project"
        icon={<FolderKanban />}
        value={
          project && (
            <span dir="auto" className="max-w-44 truncate">
              {project.name}
            </span>
          )
        }
        error={errors.project_id?.[0]}
      >
        {(editor) => (
          <ProjectMenu
            {...editor}
            value={project?._id ?? null}
            projects={projects.data}
            failed={projects.isError}
            onRetry={() => void projects.refetch()}
            onChange={({ _id, name }) =>
              onChange({
                project: { _id, name },
                ...(_id !== project?._id && { people: [], milestone: null, custom: undefined, named: undefined }),
              })
            }
          />
        )}
      </ChipField>
      <ChipField
        name={FIELDS.status.label}
        value={<TaskStatus of={{ status: task.status, project_id: project?._id }} />}
        error={errors.status?.[0]}
      >
        {(editor) => (
          <StatusMenu
            {...editor}
            free
            projectId={project?._id}
            value={task.status}
            onChange={(status) => onChange({ status })}
          />
        )}
      </ChipField>
      <ChipField
        name={FIELDS.assignee_ids.label}
        icon={
          person ? (
            <Avatar person={{ id: person._id, name: person.name, picture: person.pic }} size={20} beside />
          ) : (
            <UserRound />
          )
        }
        value={
          person && (
            <>
              <span dir="auto" className="max-w-36 truncate">
                {person.name}
              </span>
              {task.people.length > 1 && <span className="text-text-2">+{task.people.length - 1}</span>}
            </>
          )
        }
        error={errors.assignee_ids?.[0]}
      >
        {(editor) => (
          <AssigneePanel
            {...editor}
            projectId={project?._id}
            chosen={task.people}
            // People belong to a project, so the project is fixed once they are chosen.
            onChange={(people) => onChange({ people, project })}
          />
        )}
      </ChipField>
      {date('due_date', <CalendarDays />)}
      <ChipField
        name={FIELDS.priority.label}
        icon={<Flag />}
        value={task.priority !== 'none' && PRIORITY_LABEL[task.priority]}
        error={errors.priority?.[0]}
      >
        {(editor) => <PriorityMenu {...editor} value={task.priority} onChange={(priority) => onChange({ priority })} />}
      </ChipField>
      <ChipField
        name={FIELDS.category_id.label}
        icon={<Tag />}
        value={task.category?.name}
        error={errors.category_id?.[0]}
      >
        {(editor) => (
          <CategoryMenu
            {...editor}
            value={task.category?._id ?? null}
            onChange={(category) => onChange({ category })}
          />
        )}
      </ChipField>
      {date('start_date', <CalendarClock />)}
      {project && (
        <ChipField
          name="Milestone"
          icon={<Milestone />}
          value={
            task.milestone && (
              <span dir="auto" className="max-w-36 truncate">
                {task.milestone.name}
              </span>
            )
          }
          error={errors.milestone_id?.[0]}
        >
          {(editor) => (
            <MilestoneMenu
              {...editor}
              projectId={project._id}
              value={task.milestone ?? null}
              // Milestones belong to a project, so the project is fixed once one is chosen.
              onChange={(milestone) => onChange({ project, milestone })}
            />
          )}
        </ChipField>
      )}
      <OwnFields task={task} project={project} today={today} error={errors.custom?.[0]} onChange={onChange} />
      <ChipToggle
        pressed={clientSees}
        icon={clientSees ? <Eye /> : <EyeOff />}
        onPress={(on) => onChange({ audience: on ? 'client' : 'internal' })}
      >
        Visible to client
      </ChipToggle>
    </ChipRow>
  );
}

/** More are given on the task's page. */
const MOST_FIELDS = 8;

/** The organisation's own fields of the project. */
function OwnFields({
  task,
  project,
  today,
  error,
  onChange,
}: {
  task: NewTask;
  project: ProjectName | null;
  today: string;
  error: string | undefined;
  onChange: (part: Partial<NewTask>) => void;
}) {
  const { data } = useQuery({ ...fieldsQuery, enabled: project !== null });
  if (!project) return null;
  return offeredIn(data, [project._id])
    .slice(0, MOST_FIELDS)
    .map((field, at) => {
      const value = task.custom?.[field._id] ?? null;
      return (
        <ChipField
          key={field._id}
          name={field.name}
          icon={<SquarePen />}
          value={value !== null && <FieldValue field={field} value={value} people={task.named} />}
          error={at === 0 ? error : undefined}
        >
          {(editor) => (
            <ValuePanel
              {...editor}
              field={field}
              value={value}
              projectId={project._id}
              today={today}
              clients={field.audience === 'client' && task.audience === 'client'}
              // Fields belong to a project, so the project is fixed once they are filled.
              onChange={(next, people = []) =>
                onChange({
                  project,
                  custom: { ...task.custom, [field._id]: next },
                  named: [...(task.named ?? []), ...people],
                })
              }
            />
          )}
        </ChipField>
      );
    });
}
