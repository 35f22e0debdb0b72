import { randomUUID } from 'node:crypto';
import { FolderKanban } from 'lucide-react';
import { LazyRecordForm } from '@/components/form/lazy-record-form';
import { FORM_PAGE } from '@/components/overlay/form-page';
import { OverlayButton } from '@/components/overlay/overlay-button';
import { PageHeader } from '@/components/page/page-header';
import { type Search, textOf } from '@/components/page/search-params';
import { WhoCanHelp } from '@/components/person/who-can-help';
import { defaultProject } from '@/components/task/new/default-project';
import { BLANK_TASK } from '@/components/task/new/new-task';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { mayEver } from '@/lib/permission/policy';
import { listProjectNames } from '@/lib/project/queries.names';
import { orgPage } from '@/lib/session/transport';
import { createTask } from '@/lib/task/actions';
import { TASK_FORM } from '@/lib/task/vocabulary.form';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { taskChoices } from '../form-choices';
import { ChooseProject } from './choose-project';

/** Labels are given on the task: the form is for beginning one. */
const { label_ids: _labels, ...FIELDS } = TASK_FORM;

/** The dialog's replacement where scripts do not run. */
export async function NewTask({ orgKey, search }: { orgKey: string; search: Search }) {
  const hrefTo = await organisationLinks(orgKey);
  const wanted = textOf(search, 'project');
  const { projects, project, choices, mayCreateProjects } = await orgPage(orgKey, 'task.create', async (ctx) => {
    const projects = (await listProjectNames(ctx, wanted)).filter(({ creates }) => creates);
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
  return (
    <>
      <PageHeader
        title="New task"
        actions={
          <ButtonLink href={hrefTo(`${FORM_PAGE['use-template']}&project=${project.key}`)} variant="quiet">
            Use a template
          </ButtonLink>
        }
      />
      <ChooseProject action={hrefTo('task')} view="new" projects={projects} chosen={project} />
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
