import { randomUUID } from 'node:crypto';
import { FolderKanban } from 'lucide-react';
import { LazyRecordForm } from '@/components/form/lazy-record-form';
import { PageHeader } from '@/components/page/page-header';
import { type Search, textOf } from '@/components/page/search-params';
import { defaultProject } from '@/components/task/new/default-project';
import { EmptyState } from '@/components/ui/empty-state';
import { isolated } from '@/lib/bidi';
import { notFound } from '@/lib/errors';
import { formatsFor } from '@/lib/formats';
import { listProjectNames } from '@/lib/project/queries.names';
import { orgPage, parse } from '@/lib/session/transport';
import { getTask } from '@/lib/task/queries';
import { TaskReference } from '@/lib/task/schema';
import { applyTemplate } from '@/lib/template/actions';
import { TEMPLATE_USE_FORM } from '@/lib/template/vocabulary.form';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { templateChoices } from '../form-choices';
import { ChooseProject } from './choose-project';

/** The dialog's replacement where scripts do not run; with `parent`, what is made stands below that task. */
export async function UseTemplate({ orgKey, search }: { orgKey: string; search: Search }) {
  const hrefTo = await organisationLinks(orgKey);
  const wanted = textOf(search, 'project');
  const below = textOf(search, 'parent');
  const { projects, project, parent, choices, today } = await orgPage(orgKey, 'task.create', async (ctx) => {
    const parent = below ? await getTask(ctx, parse(TaskReference, { id: below })) : null;
    const projects = (await listProjectNames(ctx, parent?.project_id ?? wanted)).filter(({ creates }) => creates);
    const named = projects.find(({ _id, key }) =>
      parent ? _id === parent.project_id : _id === wanted || key === wanted.toUpperCase(),
    );
    if (parent && !named) throw notFound('The task');
    const project = named ?? defaultProject(projects, { page: null, lastUsed: null }) ?? projects[0];
    const choices = project ? await templateChoices(ctx, 'task', project._id) : [];
    return { projects, project, parent, choices, today: formatsFor(ctx.actor).today() };
  });
  const none = choices.length === 0;
  return (
    <>
      <PageHeader
        title="Use a template"
        beside={
          parent && (
            <p className="text-base text-text-2">
              Below {parent.key} {isolated(parent.title)}
            </p>
          )
        }
      />
      {project && !parent && (
        <ChooseProject action={hrefTo('task')} view="template" projects={projects} chosen={project} />
      )}
      {none || !project ? (
        <EmptyState icon={<FolderKanban />} title="There is no template yet">
          Open a task that is as it should be, and save it as a template.
        </EmptyState>
      ) : (
        <LazyRecordForm
          key={project._id}
          action={applyTemplate.bind(null, orgKey)}
          fields={TEMPLATE_USE_FORM}
          begun={{ id: textOf(search, 'template'), start_date: today }}
          choices={{ id: choices }}
          hidden={{ project_id: project._id, ...(parent && { parent_id: parent._id }), creation: randomUUID() }}
          submit="Create tasks"
          pendingText="Creating"
          cancelHref={hrefTo(
            parent ? `taskpage?task=${parent.key}` : `projectdetails?project=${project.key}&tab=tasks`,
          )}
        />
      )}
    </>
  );
}
