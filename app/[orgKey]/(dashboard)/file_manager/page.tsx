import { Files } from 'lucide-react';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { orgPage } from '@/lib/transport';

export const metadata: Metadata = { title: 'File' };

export default async function FilePage({ params }: { params: Promise<{ orgKey: string }> }) {
  const { orgKey } = await params;
  await orgPage(orgKey, 'file.view', async () => null);
  return (
    <>
      <PageHeader title="File" />
      <EmptyState
        icon={<Files />}
        title="Files come with a later change"
        action={
          <ButtonLink href={`/${orgKey}/project`} variant="primary">
            Go to projects
          </ButtonLink>
        }
      >
        Here you will find the folders of your projects, with versions, previews and what is shared with clients. Until
        then, put links to documents into descriptions and comments.
      </EmptyState>
    </>
  );
}
