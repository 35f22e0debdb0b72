import type { DemoField, DemoProject, DemoTask } from './demo-data';
import type { FileRows } from './demo-files';
import { dayFrom, hoursBefore, type Row, seedId } from './rows';

export const DAY = 24;

/** By table, in an order that foreign keys accept. */
export type Rows = Record<
  | 'person'
  | 'member'
  | 'category'
  | 'label'
  | 'custom_field'
  | 'project'
  | 'project_picture'
  | 'custom_field_project'
  | 'milestone'
  | 'project_update'
  | 'project_member'
  | 'task_counter'
  | 'task'
  | 'task_assignee'
  | 'task_label'
  | 'custom_value'
  | 'saved_view'
  | 'workflow'
  | 'rule'
  | 'template'
  | 'dependency'
  | 'time_entry'
  | 'locked_week'
  | 'client_request'
  | 'checklist_item'
  | 'client_request'
  | 'task_recurrence'
  | 'comment'
  | 'comment_reaction'
  | 'activity'
  | 'notification',
  Row[]
> &
  FileRows;

type TaskPlace = {
  org: string;
  orgId: string;
  project: DemoProject;
  fields: readonly DemoField[];
  projectId: string;
  number: number;
  rank: string;
  seat: (name: string | undefined) => string | null;
  categoryId: (name: string | undefined) => string | null;
  now: Date;
};

/** A task with all that hangs on it. */
export function addTask(rows: Rows, place: TaskPlace, task: DemoTask) {
  const { org, orgId, project, fields, projectId, number, rank, seat, categoryId, now } = place;
  const name = `${org} ${project.key}-${number}`;
  const id = seedId(name);
  const audience = task.client ? 'client' : 'internal';
  const by = task.by ?? project.members[0];
  const age = task.age * DAY;
  const steps = stepsTo(task);
  const lastStep = task.done === undefined ? age * 0.15 + 2 : -task.done * DAY;
  const lastComment = Math.min(...(task.comments ?? []).map(({ hoursAgo }) => hoursAgo), lastStep);
  rows.task.push({
    id,
    org_id: orgId,
    project_id: projectId,
    number,
    title: task.title,
    description: task.description ?? '',
    status: task.status,
    priority: task.priority ?? 'none',
    rank,
    audience,
    category_id: categoryId(task.category),
    milestone_id: milestoneOf(place),
    start_date: dayFrom(now, task.start),
    due_date: dayFrom(now, task.due),
    estimate_minutes: task.estimate ?? null,
    parent_id: task.parent ? seedId(`${org} ${project.key}-${task.parent}`) : null,
    created_by_id: seat(by),
    version: steps.length + 1,
    completed_at: task.status === 4 ? hoursBefore(now, lastStep) : null,
    created_at: hoursBefore(now, age),
    updated_at: hoursBefore(now, steps.length ? lastComment : Math.min(age, lastComment)),
  });
  const line = (kind: string, actor: string | undefined, hours: number, forClients: boolean, data: Row) =>
    rows.activity.push({
      id: seedId(`${name} ${kind} ${hours}`),
      org_id: orgId,
      project_id: projectId,
      task_id: id,
      task_audience: audience,
      audience: forClients && task.client ? 'client' : 'internal',
      actor_id: seat(actor),
      kind,
      data,
      created_at: hoursBefore(now, hours),
    });
  line('task.created', by, age, true, {});
  const assignees = task.to ?? [];
  for (const member of assignees)
    rows.task_assignee.push({
      org_id: orgId,
      task_id: id,
      member_id: seat(member),
      project_id: projectId,
      audience,
      assigned_at: hoursBefore(now, age - 1),
    });
  const first = task.waitsFor && project.tasks[task.waitsFor - 1];
  if (first)
    rows.dependency.push({
      org_id: orgId,
      task_id: seedId(`${org} ${project.key}-${task.waitsFor}`),
      project_id: projectId,
      audience: first.client ? 'client' : 'internal',
      blocks_id: id,
      blocks_project_id: projectId,
      blocks_audience: audience,
      created_at: hoursBefore(now, Math.min(age, first.age * DAY)),
    });
  if (task.weekly && task.due !== undefined)
    rows.task_recurrence.push({
      id: seedId(`${name} weekly`),
      org_id: orgId,
      task_id: id,
      project_id: projectId,
      audience,
      series_id: seedId(`${name} weekly`),
      number: 1,
      rule: 'FREQ=WEEKLY',
      mode: 'completion',
      time_zone: 'Europe/Berlin',
      starts_on: dayFrom(now, task.due),
      day: dayFrom(now, task.due),
      next_on: dayFrom(now, task.due + 7),
      created_by_id: seat(by),
      created_at: hoursBefore(now, age),
    });
  for (const [at, line] of (task.checklist ?? []).entries())
    rows.checklist_item.push({
      id: seedId(`${name} line ${at}`),
      org_id: orgId,
      task_id: id,
      project_id: projectId,
      audience,
      title: line.replace(/^x /, ''),
      done: line.startsWith('x '),
      rank: `a${at}`,
      created_at: hoursBefore(now, age),
    });
  for (const [at, { by: who, minutes, hoursAgo, note }] of (task.spent ?? []).entries()) {
    const ended = hoursBefore(now, hoursAgo);
    rows.time_entry.push({
      id: seedId(`${name} time ${at}`),
      org_id: orgId,
      task_id: id,
      project_id: projectId,
      audience,
      member_id: seat(who),
      started_at: hoursBefore(now, hoursAgo + minutes / 60),
      ended_at: ended,
      note: note ?? '',
      version: 1,
      created_at: ended,
    });
    line('time.logged', who, hoursAgo, false, { minutes });
  }
  for (const label of task.labels ?? [])
    rows.task_label.push({
      org_id: orgId,
      task_id: id,
      label_id: seedId(`${org} label ${label}`),
      project_id: projectId,
      audience,
    });
  for (const field of fields) {
    const value = task.fields?.[field.name];
    if (value === undefined) continue;
    rows.custom_value.push({
      org_id: orgId,
      task_id: id,
      field_id: seedId(`${org} field ${field.name}`),
      project_id: projectId,
      audience,
      kind: field.kind,
      field_audience: field.client ? 'client' : 'internal',
      live: true,
      text: field.kind === 'text' ? value : null,
      number: field.kind === 'number' ? value : null,
      day: field.kind === 'date' ? dayFrom(now, Number(value)) : null,
      choice_id: field.kind === 'choice' ? seedId(`${org} choice ${field.name} ${value}`) : null,
      member_id: null,
    });
  }
  if (assignees.length) line('task.assigned', by, age - 1, false, { added: assignees.map(seat), removed: [] });
  for (const [at, to] of steps.entries()) {
    const hours = age - ((age - lastStep) * (at + 1)) / steps.length;
    line('task.moved', assignees[0] ?? by, hours, true, { from: steps[at - 1] ?? 1, to });
  }
  for (const [at, comment] of (task.comments ?? []).entries()) {
    const shown = Boolean(comment.client && task.client);
    const commentId = seedId(`${name} comment ${at}`);
    rows.comment.push({
      id: commentId,
      org_id: orgId,
      task_id: id,
      project_id: projectId,
      task_audience: audience,
      audience: shown ? 'client' : 'internal',
      author_id: seat(comment.by),
      parent_id: comment.answers === undefined ? null : seedId(`${name} comment ${comment.answers}`),
      body: comment.text,
      created_at: hoursBefore(now, comment.hoursAgo),
      resolved_at: comment.resolvedBy ? hoursBefore(now, comment.hoursAgo / 2) : null,
      resolved_by_id: comment.resolvedBy ? seat(comment.resolvedBy) : null,
    });
    for (const [emoji, people] of Object.entries(comment.reactions ?? {}))
      for (const member of people)
        rows.comment_reaction.push({
          org_id: orgId,
          comment_id: commentId,
          member_id: seat(member),
          emoji,
          created_at: hoursBefore(now, comment.hoursAgo / 2),
        });
    line('comment.added', comment.by, comment.hoursAgo, shown, { comment_id: commentId });
  }
}

function milestoneOf({ org, project, number }: TaskPlace): string | null {
  const goal = project.milestones?.find(({ tasks }) => tasks.includes(number));
  return goal ? seedId(`${org} ${project.key} milestone ${goal.name}`) : null;
}

const stepsTo = ({ status, cameBack }: DemoTask): number[] =>
  status === 1 ? [] : status === 5 ? [5] : [...(cameBack ? [2, 3] : []), ...[2, 3, 4].filter((step) => step <= status)];
