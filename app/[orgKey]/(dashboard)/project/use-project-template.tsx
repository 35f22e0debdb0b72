import { randomUUID } from 'node:crypto';
import { FolderKanban } from 'lucide-react';
import { LazyRecordForm } from '@/components/form/lazy-record-form';
import { PageHeader } from '@/components/page/page-header';
import { type Search, textOf } from '@/components/page/search-params';
import { EmptyState } from '@/components/ui/empty-state';
import { formatsFor } from '@/lib/formats';
import { orgPage } from '@/lib/session/transport';
import { applyProjectTemplate } from '@/lib/template/actions';
import { PROJECT_TEMPLATE_USE_FORM } from '@/lib/template/vocabulary.form';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { templateChoices } from '../form-choices';

/** The dialog's replacement where scripts do not run: roles stay with whom the template names. */
export async function UseProjectTemplate({ orgKey, search }: { orgKey: string; search: Search }) {
  const hrefTo = await organisationLinks(orgKey);
  const { choices, today } = await orgPage(orgKey, 'project.create', async (ctx) => ({
    choices: await templateChoices(ctx, 'project'),
    today: formatsFor(ctx.actor).today(),
  }));
  return (
    <>
      <PageHeader title="New project from a template" />
      {choices.length === 0 ? (
        <EmptyState icon={<FolderKanban />} title="There is no template yet">
          Open a project that is as it should be, and save it as a template.
        </EmptyState>
      ) : (
        <LazyRecordForm
          action={applyProjectTemplate.bind(null, orgKey)}
          fields={PROJECT_TEMPLATE_USE_FORM}
          begun={{ id: textOf(search, 'template'), start_date: today }}
          choices={{ id: choices }}
          hidden={{ creation: randomUUID() }}
          submit="Create project"
          pendingText="Creating"
          cancelHref={hrefTo('project')}
        />
      )}
    </>
  );
}
