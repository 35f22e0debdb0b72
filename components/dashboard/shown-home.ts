import type { ClientHome } from '@/lib/client-home/schema';
import type { DashboardTask } from '@/lib/dashboard/schema';
import type { RowTask } from './task-rows';

/** What a client's home draws of `ClientHome`. */
export type ShownHome = Pick<ClientHome, 'files' | 'takes_requests' | 'failed'> & {
  going_on: RowTask[];
  delivered: RowTask[];
  requests: (Pick<ClientHome['requests'][number], '_id' | 'title' | 'state' | 'state_label'> & {
    project: { key: string };
  })[];
  contacts: (Pick<ClientHome['contacts'][number], 'person' | 'leads'> & { projects: { name: string }[] })[];
};

/** That and no more: whatever a page hands to the browser makes its HTML longer. */
export const shownHome = ({ going_on, delivered, requests, contacts, ...rest }: ClientHome): ShownHome => ({
  ...rest,
  going_on: going_on.map(shownRow),
  delivered: delivered.map(shownRow),
  requests: requests.map(({ _id, title, state, state_label, project: { key } }) => ({
    ...{ _id, title, state, state_label, project: { key } },
  })),
  contacts: contacts.map(({ person, leads, projects }) => ({
    ...{ person, leads, projects: projects.map(({ name }) => ({ name })) },
  })),
});

function shownRow(task: DashboardTask): RowTask {
  const { _id, key, title, status, project_id, priority, parent, due_date, project } = task;
  return { _id, key, title, status, project_id, priority, parent, due_date, project: { name: project.name } };
}
