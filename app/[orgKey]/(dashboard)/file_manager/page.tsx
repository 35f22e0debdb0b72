import { Files } from 'lucide-react';
import { PageHeader } from '@/components/page/page-header';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { mayEver } from '@/lib/permission/policy';
import { orgPage } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

export default async function FilePage({ params }: { params: Promise<{ orgKey: string }> }) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  const comments = await orgPage(orgKey, 'file.view', async ({ actor }) => mayEver(actor, 'comment.add'));
  return (
    <>
      <PageHeader title="File" />
      <EmptyState
        icon={<Files />}
        title="Files are not available yet"
        action={
          <ButtonLink href={hrefTo('project')} variant="primary">
            Go to projects
          </ButtonLink>
        }
      >
        This page is for the files of your projects: folders, versions, previews, and what clients see.{' '}
        {comments
          ? 'To share a document, put its link in a comment on the task.'
          : 'For now, documents are linked in the descriptions and comments of tasks.'}
      </EmptyState>
    </>
  );
}
