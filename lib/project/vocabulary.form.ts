/** No validator here: this file ships to browsers. */

import type { ProjectCard, ProjectDetail } from '@/lib/project/schema';
import type { FormFields, FormValues } from '@/lib/transport/form-fields';

export const PROJECT_FORM = {
  name: { label: 'Name', kind: 'line', placeholder: 'Project name', max: 120, required: true },
  description: {
    label: 'Description',
    kind: 'prose',
    placeholder: 'What is it about? (Markdown: **bold**, lists, links)',
    max: 20_000,
  },
  code: {
    label: 'Code',
    kind: 'line',
    hint: 'First part of every task key, such as WEB-12.',
    max: 10,
  },
  team_leader_id: { label: 'Team leader', kind: 'choice' },
  due_date: { label: 'Due date', kind: 'date' },
  start_date: { label: 'Start date', kind: 'date' },
  type: { label: 'Type', kind: 'choice' },
  category_id: { label: 'Category', kind: 'choice' },
  tint: { label: 'Colour', kind: 'choice' },
  member_ids: { label: 'Members', kind: 'several' },
  client_ids: { label: 'Clients', kind: 'several' },
} as const satisfies FormFields;

export const projectValues = (project: ProjectCard & Partial<ProjectDetail>): FormValues => ({
  name: project.name,
  ...(project.description !== undefined && { description: project.description }),
  team_leader_id: project.leader?._id ?? '',
  due_date: project.due_date ?? '',
  start_date: project.start_date ?? '',
  type: project.type,
  category_id: project.category?._id ?? '',
  tint: project.tint,
});
