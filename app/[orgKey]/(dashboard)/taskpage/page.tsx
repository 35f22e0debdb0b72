import { ListChecks } from 'lucide-react';
import { DoneNotice } from '@/components/page/done-notice';
import { PageTitle } from '@/components/page/page-title';
import { textOf } from '@/components/page/search-params';
import { TaskScreen } from '@/components/task/detail/task-screen';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { formatsFor } from '@/lib/formats';
import { plainActor } from '@/lib/permission/policy';
import { orgPage, parse } from '@/lib/session/transport';
import { getTask } from '@/lib/task/queries';
import { TaskReference } from '@/lib/task/schema';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import { EditTask } from './edit-task';

export default async function TaskPage({ params, searchParams }: PageProps<'/[orgKey]/taskpage'>) {
  const { orgKey } = await params;
  const hrefTo = await organisationLinks(orgKey);
  const search = await searchParams;
  const reference = textOf(search, 'task');
  if (reference && textOf(search, 'view') === 'edit') return <EditTask orgKey={orgKey} reference={reference} />;
  const { task, viewer, loadedAt, today } = await orgPage(orgKey, 'task.view', async (ctx) => {
    return {
      task: reference ? await getTask(ctx, parse(TaskReference, { id: reference })) : null,
      viewer: plainActor(ctx.actor),
      loadedAt: Date.now(),
      today: formatsFor(ctx.actor).today(),
    };
  });
  if (!task)
    return (
      <>
        <PageTitle>Task</PageTitle>
        <EmptyState
          title="Which task?"
          headingLevel={1}
          icon={<ListChecks />}
          action={
            <ButtonLink href={hrefTo('task')} variant="primary">
              Open the list
            </ButtonLink>
          }
        >
          A task opens here from the list, the board or its link, such as taskpage?task=WEB-12.
        </EmptyState>
      </>
    );
  return (
    <>
      <DoneNotice search={search} what={task.key} />
      <TaskScreen key={task._id} viewer={viewer} task={task} loadedAt={loadedAt} today={today} />
    </>
  );
}
