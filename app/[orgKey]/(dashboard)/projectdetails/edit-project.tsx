import { LazyRecordForm } from '@/components/form/lazy-record-form';
import { PageHeader } from '@/components/page/page-header';
import { bidi } from '@/lib/bidi';
import { allow } from '@/lib/errors';
import { editProject } from '@/lib/project/actions';
import { getProject } from '@/lib/project/queries';
import { ProjectReference } from '@/lib/project/schema';
import { PROJECT_FORM, projectValues } from '@/lib/project/vocabulary.form';
import { orgPage, parse } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { fieldsWith } from '@/lib/transport/form-fields';
import { projectChoices } from '../form-choices';

/** The dialog's replacement where scripts do not run. */
export async function EditProject({ orgKey, reference }: { orgKey: string; reference: string }) {
  const hrefTo = await organisationLinks(orgKey);
  const { project, choices } = await orgPage(orgKey, 'project.view', async (ctx) => {
    const project = await getProject(ctx, parse(ProjectReference, { project_id: reference }));
    allow(project.rights.edit);
    return { project, choices: await projectChoices(ctx, false) };
  });
  const begun = projectValues(project);
  const fields = fieldsWith(PROJECT_FORM, choices);
  return (
    <>
      <PageHeader title="Edit project" tabTitle={bidi`Edit ${project.name}`} />
      <LazyRecordForm
        action={editProject.bind(null, orgKey)}
        fields={fields}
        begun={begun}
        choices={choices}
        hidden={{ project_id: project._id, version: String(project.version), before: JSON.stringify(begun) }}
        submit="Save"
        pendingText="Saving…"
        cancelHref={hrefTo(`projectdetails?project=${project.key}`)}
      />
    </>
  );
}
