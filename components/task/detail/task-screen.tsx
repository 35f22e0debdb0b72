'use client';

import { CornerDownRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { removeAttachment } from '@/components/attachment/remove-attachment';
import { restore } from '@/components/bin/bin-calls';
import { CommentBox } from '@/components/comment/comment-box';
import { CommentList } from '@/components/comment/comment-list';
import { PendingComments } from '@/components/comment/pending-comments';
import { useOnDemand } from '@/components/overlay/on-demand';
import { PageTitle } from '@/components/page/page-title';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { BIN_DAYS } from '@/lib/retention';
import type { TaskDetail } from '@/lib/task/schema';
import { mayCreateIn, type Viewer } from '../task-rights';
import { useToday } from '../use-today';
import { DescriptionField } from './description-field';
import { DetailsFold } from './details-fold';
import { PanelTabs } from './panel-tabs';
import { SideFields } from './side-fields';
import { Subtasks } from './subtasks';
import { REMOVAL, TaskAttachments } from './task-attachments';
import { TitleField } from './title-field';
import { type TaskHandle, useTask } from './use-task';

export type TaskScreenProps = {
  viewer: Viewer;
  /** Read by the server at `loadedAt` (ms). */
  task: TaskDetail;
  loadedAt: number;
  today: string;
};

export function TaskScreen({ viewer, task: initial, loadedAt, today: fromServer }: TaskScreenProps) {
  const hrefTo = useOrganisationLinks();
  const today = useToday(fromServer);
  const handle = useTask(initial, loadedAt);
  const { task } = handle;
  const [tab, setTab] = useState<'comments' | 'history'>('comments');
  const history = useOnDemand(loadHistory);
  const isClient = viewer.role === 'client';
  const readers = isClient ? 'everybody' : task.audience === 'client' ? 'choice' : 'team';
  const listHref = hrefTo(`task?project=${task.project.key}`);

  if (handle.gone)
    return (
      <>
        <PageTitle>{`${task.key} is no longer here`}</PageTitle>
        <EmptyState
          title="This task is no longer here"
          headingLevel={1}
          action={<ButtonLink href={listHref}>Open the list</ButtonLink>}
        >
          {task.key} was deleted, or you no longer have access to it.
        </EmptyState>
      </>
    );

  const deletion = task.rights.delete && !task.deleted_at && <DeleteButton handle={handle} />;
  return (
    <article className="mx-auto max-w-[1064px]">
      <PageTitle>{`${task.key} ${task.title}`}</PageTitle>
      <nav aria-label="Breadcrumb" className="flex flex-wrap items-center gap-1.5 text-sm text-text-3">
        <Link href={listHref} prefetch={false} className="rounded-xs wrap-anywhere hover:underline">
          {task.project.name}
        </Link>
        <span aria-hidden="true">/</span>
        <span aria-current="page" className="tabular-nums">
          {task.key}
        </span>
        {!task.deleted_at && (task.rights.edit || task.rights.assign_self) && (
          <Link
            href={hrefTo(`taskpage?task=${task.key}&view=edit`)}
            className="ml-auto rounded-xs font-medium text-accent-text hover:underline print:hidden"
          >
            Edit all fields
          </Link>
        )}
      </nav>
      {task.deleted_at && <InTheBin handle={handle} />}
      <div className="grid grid-cols-1 gap-x-16 gap-y-4 pt-1 lg:grid-cols-[minmax(0,720px)_280px] lg:grid-rows-[auto_auto_1fr]">
        <div className="min-w-0">
          {task.parent && (
            <Link
              href={hrefTo(`taskpage?task=${task.parent.key}`)}
              prefetch={false}
              className="flex max-w-full items-center gap-1 self-start rounded-xs py-1 text-sm text-text-2 hover:underline"
            >
              <CornerDownRight className="size-3.5 shrink-0" />
              <span className="truncate">
                Part of <span className="tabular-nums">{task.parent.key}</span> {task.parent.title}
              </span>
            </Link>
          )}
          {task.rights.edit ? (
            <TitleField handle={handle} />
          ) : (
            <h1 className="py-1 text-xl font-title break-words">{task.title}</h1>
          )}
        </div>
        <DescriptionField handle={handle} viewerId={viewer.memberId} />
        <DetailsFold task={task} today={today}>
          <SideFields handle={handle} viewerId={viewer.memberId} today={today} marksAudience={!isClient} />
          <div className="-ml-3.5 pt-2 max-lg:hidden print:hidden">{deletion}</div>
        </DetailsFold>
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-1">
          <Subtasks
            handle={handle}
            viewer={viewer}
            today={today}
            mayAdd={!task.deleted_at && mayCreateIn(viewer, task.project_id)}
          />
          <TaskAttachments handle={handle} />
          <section aria-label="Comments and activity">
            <PanelTabs
              label="Comments and activity"
              value={tab}
              onChange={(next) => {
                setTab(next);
                if (next === 'history') history.press();
              }}
              tabs={[
                { value: 'comments', label: 'Comments', count: task.comment_count },
                { value: 'history', label: 'History' },
              ]}
            >
              {tab === 'history' ? (
                <div className="py-4">{history.Part && <history.Part activity={task.activity} />}</div>
              ) : (
                <div className="flex flex-col gap-4 py-4">
                  <OlderComments more={task.comments_cursor !== null} onShow={handle.showOlder} />
                  {task.comments.length > 0 ? (
                    <CommentList
                      comments={task.comments}
                      viewer={viewer}
                      leaderId={task.project.leader_id}
                      marksInternal={task.audience === 'client'}
                      frozen={task.deleted_at !== null}
                      onChanged={handle.withComment}
                      onDeleted={handle.withoutComment}
                      onRemove={(file) => void removeAttachment(REMOVAL, file, handle.refetch)}
                    />
                  ) : (
                    <p className="text-base text-text-3">{task.rights.comment ? 'No comments yet.' : 'No comments.'}</p>
                  )}
                  <PendingComments taskId={task._id} />
                  {task.rights.comment && (
                    <CommentBox
                      taskId={task._id}
                      projectId={task.project_id}
                      viewerId={viewer.memberId}
                      readers={readers}
                      onAdded={handle.withComment}
                    />
                  )}
                </div>
              )}
            </PanelTabs>
          </section>
          <div className="-ml-3.5 lg:hidden print:hidden">{deletion}</div>
        </div>
      </div>
    </article>
  );
}

const loadHistory = () => import('@/components/activity/activity-list').then(({ ActivityList }) => ActivityList);

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

function OlderComments({ more, onShow }: { more: boolean; onShow: () => Promise<void> }) {
  const [pending, setPending] = useState(false);
  const [asked, setAsked] = useState(false);
  async function show() {
    setPending(true);
    try {
      await onShow();
      setAsked(true);
    } catch (error) {
      showToast({ kind: 'failure', text: `Older comments were not loaded. ${reasonOf(error)}` });
    } finally {
      setPending(false);
    }
  }
  if (!more)
    return asked ? (
      // The button is gone, so its replacement takes the focus.
      <p ref={focus} tabIndex={-1} className="text-sm text-text-3">
        All comments are shown.
      </p>
    ) : null;
  return (
    <div className="self-start print:hidden">
      <Button size="compact" pending={pending} pendingText="Loading" onClick={show}>
        Show older comments
      </Button>
    </div>
  );
}

const bringBack = async ({ task, refetch }: TaskHandle) => {
  if (await restore({ kind: 'task', _id: task._id, key: task.key, name: task.title })) refetch();
};

function DeleteButton({ handle }: { handle: TaskHandle }) {
  const [pending, setPending] = useState(false);
  const { task } = handle;
  async function remove() {
    setPending(true);
    try {
      await call('DELETE task/{id}', { id: task._id });
      handle.refetch();
      showToast({
        kind: 'success',
        text: `${task.key} was moved to the bin.`,
        action: { label: 'Undo', onAction: () => void bringBack(handle) },
      });
    } catch (error) {
      showToast({ kind: 'failure', text: `${task.key} was not deleted. ${reasonOf(error)}` });
    } finally {
      setPending(false);
    }
  }
  return (
    <Button variant="quiet" icon={<Trash2 />} pending={pending} pendingText="Deleting" onClick={() => void remove()}>
      Delete task
    </Button>
  );
}

function InTheBin({ handle }: { handle: TaskHandle }) {
  const hrefTo = useOrganisationLinks();
  return (
    <div
      role="status"
      className="my-3 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-border bg-hover px-4 py-3"
    >
      <p className="text-base">This task is in the bin. It can be restored for {BIN_DAYS} days.</p>
      <span className="flex flex-wrap gap-2">
        <ButtonLink href={hrefTo('project?view=bin')} variant="quiet" prefetch={false}>
          Open the bin
        </ButtonLink>
        <Button onClick={() => void bringBack(handle)}>Restore</Button>
      </span>
    </div>
  );
}
