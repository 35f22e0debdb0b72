import type { DemoOrganisation, DemoTemplate } from './demo-data';
import { type Row, seedId } from './rows';

/** One of the organisation's. */
export function templateRow({ key }: DemoOrganisation, template: DemoTemplate, at: string): Row {
  const { name, summary, by, project, roles = [], tasks } = template;
  const content = {
    project: project
      ? { type: project.type, tint: project.tint, due_in: project.days, description: summary, category_id: null }
      : null,
    roles: roles.map((role) => ({ name: role, member_id: null })),
    tasks: tasks.map(({ label, estimate, from, due, client, parent, after, role, ...task }) => ({
      ...task,
      label_ids: label ? [seedId(`${key} label ${label}`)] : [],
      estimate_minutes: estimate ?? null,
      start_in: from ?? null,
      due_in: due ?? null,
      audience: client ? 'client' : 'internal',
      parent: parent ?? null,
      blocked_by: after === undefined ? [] : [after],
      roles: role === undefined ? [] : [role],
    })),
  };
  return {
    id: seedId(`${key} template ${name}`),
    org_id: seedId(key),
    project_id: null,
    kind: project ? 'project' : 'task',
    name,
    summary,
    content,
    created_by_id: seedId(`${key}.${by}`),
    version: 1,
    created_at: at,
    updated_at: at,
  };
}
