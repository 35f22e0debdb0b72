import { randomUUID } from 'node:crypto';
import { LazyRecordForm } from '@/components/form/lazy-record-form';
import { FORM_PAGE } from '@/components/overlay/form-page';
import { PageHeader } from '@/components/page/page-header';
import { NEW_DRAFT } from '@/components/project/project-draft';
import { ButtonLink } from '@/components/ui/button-link';
import { createProject } from '@/lib/project/actions';
import { PROJECT_FORM } from '@/lib/project/vocabulary.form';
import { orgPage } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { fieldsWith } from '@/lib/transport/form-fields';
import { projectChoices } from '../form-choices';

/** The dialog's replacement where scripts do not run. */
export async function NewProject({ orgKey }: { orgKey: string }) {
  const hrefTo = await organisationLinks(orgKey);
  const choices = await orgPage(orgKey, 'project.create', (ctx) => projectChoices(ctx, true));
  const leads = !choices.team_leader_id;
  return (
    <>
      <PageHeader
        title="New project"
        beside={leads && <p className="text-base text-text-2">You will lead it.</p>}
        actions={
          <ButtonLink href={hrefTo(FORM_PAGE['use-project-template'])} variant="quiet">
            Use a template
          </ButtonLink>
        }
      />
      <LazyRecordForm
        action={createProject.bind(null, orgKey)}
        fields={fieldsWith(PROJECT_FORM, choices)}
        begun={{ type: NEW_DRAFT.type }}
        choices={choices}
        hidden={{ creation: randomUUID() }}
        submit="Create project"
        pendingText="Creating"
        cancelHref={hrefTo('project')}
      />
    </>
  );
}
