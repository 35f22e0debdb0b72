import { CalendarDays } from 'lucide-react';
import { PageHeader } from '@/components/page/page-header';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { orgPage } from '@/lib/session/transport';
import { organisationLinks } from '@/lib/tenant/organisation-links';

export default async function MeetingPage({ params }: { params: Promise<{ orgKey: string }> }) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  await orgPage(orgKey, 'meeting.view', async () => null);
  return (
    <>
      <PageHeader title="Meeting" />
      <EmptyState
        icon={<CalendarDays />}
        title="Meetings are not available yet"
        action={
          <ButtonLink href={hrefTo('task')} variant="primary">
            Go to tasks
          </ButtonLink>
        }
      >
        This page is for the meetings of your projects: when they are, who attends, and what was agreed. For now, record
        decisions as tasks with due dates.
      </EmptyState>
    </>
  );
}
