import { CalendarDays } from 'lucide-react';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { orgPage } from '@/lib/transport';

export const metadata: Metadata = { title: 'Meeting' };

export default async function MeetingPage({ params }: { params: Promise<{ orgKey: string }> }) {
  const { orgKey } = await params;
  await orgPage(orgKey, 'meeting.view', async () => null);
  return (
    <>
      <PageHeader title="Meeting" />
      <EmptyState
        icon={<CalendarDays />}
        title="Meetings come with a later change"
        action={
          <ButtonLink href={`/${orgKey}/task`} variant="primary">
            Go to tasks
          </ButtonLink>
        }
      >
        Here you will see when your projects meet, answer invitations, and turn what was agreed into tasks. Until then,
        keep dates as due dates of tasks.
      </EmptyState>
    </>
  );
}
