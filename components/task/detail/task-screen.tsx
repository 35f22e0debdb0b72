'use client';

import { useState } from 'react';
import { ChecklistPart } from '@/components/checklist/checklist-part';
import { PageTitle } from '@/components/page/page-title';
import { SignOffPart } from '@/components/sign-off/sign-off-part';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';
import { canEditTemplate } from '@/lib/template/policy';
import { mayCreateIn, type Viewer } from '../task-rights';
import { TransferButtons } from '../transfer/transfer-buttons';
import { useToday } from '../use-today';
import { Breadcrumb, PartOf } from './breadcrumb';
import { DescriptionField } from './description-field';
import { DetailsFold } from './details-fold';
import { LazyDiscussion, LazyTaskAttachments } from './lazy-parts';
import { SideFields } from './side-fields';
import { Subtasks } from './subtasks';
import { DeleteButton, InTheBin } from './task-bin';
import { TitleField } from './title-field';
import { useTask } from './use-task';

export type TaskScreenProps = {
  viewer: Viewer;
  /** Read by the server at `loadedAt` (ms). */
  task: TaskDetail;
  loadedAt: number;
  today: string;
  /** Beside a view: in one column, without the page's title and path. */
  beside?: boolean;
};

const COLUMNS =
  'grid grid-cols-1 gap-x-16 gap-y-4 pt-1 lg:grid-cols-[minmax(0,720px)_280px] lg:grid-rows-[auto_auto_1fr]';

export function TaskScreen({ viewer, task: initial, loadedAt, today: fromServer, beside = false }: TaskScreenProps) {
  const hrefTo = useOrganisationLinks();
  const today = useToday(fromServer);
  const handle = useTask(initial, loadedAt);
  const { task } = handle;
  // What waits for whoever looks is seen first, and stays where it is when it is decided.
  const [asked] = useState(task.sign_off?.rights.decide ?? false);
  const isClient = viewer.role === 'client';
  const listHref = hrefTo(`task?project=${task.project.key}`);

  if (handle.gone)
    return (
      <>
        {!beside && <PageTitle>{`${task.key} is no longer here`}</PageTitle>}
        <EmptyState
          title="This task is no longer here"
          headingLevel={1}
          action={<ButtonLink href={listHref}>Open the list</ButtonLink>}
        >
          {task.key} was deleted, or you no longer have access to it.
        </EmptyState>
      </>
    );

  const approval = !task.deleted_at && (
    <SignOffPart
      subject={{ task_id: task._id }}
      newest={task.sign_off}
      mayAsk={task.rights.edit}
      share={() => handle.change({ audience: 'client' })}
      onChanged={handle.refetch}
    />
  );
  const mayAdd = !task.deleted_at && mayCreateIn(viewer, task.project_id);
  const mayDelete = !task.deleted_at && task.rights.delete;
  const actions = (mayAdd || mayDelete) && (
    <div className="flex flex-col items-start">
      <TransferButtons
        copies={mayAdd}
        moves={mayDelete}
        keeps={!task.deleted_at && canEditTemplate(viewer, task.project.leader_id)}
      />
      {mayDelete && <DeleteButton handle={handle} />}
    </div>
  );
  return (
    <article data-task={task.key} className="mx-auto max-w-[1064px]">
      {!beside && (
        <>
          <PageTitle>{bidi`${task.key} ${task.title}`}</PageTitle>
          <Breadcrumb task={task} />
        </>
      )}
      {task.deleted_at && <InTheBin handle={handle} />}
      <div className={beside ? 'flex flex-col gap-4' : COLUMNS}>
        <div className="min-w-0">
          <PartOf task={task} />
          {task.rights.edit ? (
            <TitleField handle={handle} />
          ) : (
            <h1 dir="auto" className="py-1 text-xl font-title break-words">
              {task.title}
            </h1>
          )}
          {asked && approval}
        </div>
        <DescriptionField handle={handle} viewerId={viewer.memberId} />
        <DetailsFold task={task} today={today}>
          <SideFields handle={handle} viewerId={viewer.memberId} today={today} marksAudience={!isClient} />
          <div className="-ml-3.5 pt-2 max-lg:hidden print:hidden">{actions}</div>
        </DetailsFold>
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-1">
          <Subtasks handle={handle} viewer={viewer} today={today} mayAdd={mayAdd} />
          <ChecklistPart task={task} onChanged={handle.refetch} />
          <LazyTaskAttachments handle={handle} marksAudience={!isClient} />
          {!asked && approval}
          <LazyDiscussion handle={handle} viewer={viewer} />
          <div className="-ml-3.5 lg:hidden print:hidden">{actions}</div>
        </div>
      </div>
    </article>
  );
}
