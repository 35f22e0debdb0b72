import { randomUUID } from 'node:crypto';
import { FolderKanban } from 'lucide-react';
import { LazyRecordForm } from '@/components/form/lazy-record-form';
import { OverlayButton } from '@/components/overlay/overlay-button';
import { PageHeader } from '@/components/page/page-header';
import { type Search, textOf } from '@/components/page/search-params';
import { WhoCanHelp } from '@/components/person/who-can-help';
import { defaultProject, projectGroups } from '@/components/task/new/default-project';
import { BLANK_TASK } from '@/components/task/new/new-task';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SelectField } from '@/components/ui/form/select-field';
import { mayEver } from '@/lib/permission/policy';
import { listProjectNames } from '@/lib/project/queries.names';
import { orgPage } from '@/lib/session/transport';
import { createTask } from '@/lib/task/actions';
import { TASK_FORM } from '@/lib/task/vocabulary.form';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { taskChoices } from '../form-choices';

/** Labels are given on the task: the form is for beginning one. */
const { label_ids: _labels, ...FIELDS } = TASK_FORM;

/** The dialog's replacement where scripts do not run. */
export async function NewTask({ orgKey, search }: { orgKey: string; search: Search }) {
  const hrefTo = await organisationLinks(orgKey);
  const wanted = textOf(search, 'project');
  const { projects, project, choices, mayCreateProjects } = await orgPage(orgKey, 'task.create', async (ctx) => {
    const projects = (await listProjectNames(ctx)).filter(({ creates }) => creates);
    const named = projects.find(({ _id, key }) => _id === wanted || key === wanted.toUpperCase());
    const project = named ?? defaultProject(projects, { page: null, lastUsed: null }) ?? projects[0];
    return {
      projects,
      project,
      choices: project ? await taskChoices(ctx, project._id) : {},
      mayCreateProjects: mayEver(ctx.actor, 'project.create'),
    };
  });
  if (!project)
    return (
      <>
        <PageHeader title="New task" />
        <EmptyState
          icon={<FolderKanban />}
          title="Tasks live in projects"
          action={mayCreateProjects && <OverlayButton overlay="new-project">New project</OverlayButton>}
        >
          {mayCreateProjects ? 'Create a project first.' : <WhoCanHelp to="add you to a project" />}
        </EmptyState>
      </>
    );
  const { open, completed } = projectGroups(projects);
  return (
    <>
      <PageHeader title="New task" />
      {projects.length > 1 && (
        <form action={hrefTo('task')} className="mb-4 flex max-w-[640px] items-end gap-2">
          <input type="hidden" name="view" value="new" />
          <div className="min-w-0 flex-1">
            <SelectField
              // Another project needs a fresh form.
              key={project._id}
              label="Project"
              name="project"
              defaultValue={project.key}
              options={[...open, ...completed].map(({ key, name }) => ({ value: key, label: name }))}
            />
          </div>
          <Button type="submit">Choose</Button>
        </form>
      )}
      <LazyRecordForm
        key={project._id}
        action={createTask.bind(null, orgKey)}
        fields={FIELDS}
        begun={{
          status: String(BLANK_TASK.status),
          priority: BLANK_TASK.priority,
          audience: BLANK_TASK.audience,
          due_date: textOf(search, 'due'),
        }}
        choices={choices}
        hidden={{ project_id: project._id, creation: randomUUID() }}
        submit="Create task"
        pendingText="Creating"
        cancelHref={hrefTo(`projectdetails?project=${project.key}&tab=tasks`)}
      />
    </>
  );
}
