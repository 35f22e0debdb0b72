import { MessageCircle } from 'lucide-react';
import { PageHeader } from '@/components/page/page-header';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { orgPage } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

export default async function ChatPage({ params }: { params: Promise<{ orgKey: string }> }) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  const organisation = await orgPage(orgKey, 'chat.read', async ({ org }) => org.name);
  return (
    <>
      <PageHeader title="Chat" />
      <EmptyState
        icon={<MessageCircle />}
        title="Chat is not available yet"
        action={
          <ButtonLink href={hrefTo('task')} variant="primary">
            Go to tasks
          </ButtonLink>
        }
      >
        This page is for messages between the people of {organisation}, by project and in private. For now, discuss work
        in the comments of a task.
      </EmptyState>
    </>
  );
}
