'use client';

import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { removeAttachment } from '@/components/attachment/remove-attachment';
import { CommentBox, type CommentBoxProps } from '@/components/comment/comment-box';
import { CommentList } from '@/components/comment/comment-list';
import { PendingComments } from '@/components/comment/pending-comments';
import { useNewComments } from '@/components/comment/use-new-comments';
import { useOnDemand } from '@/components/overlay/on-demand';
import type { Viewer } from '../task-rights';
import { useAnnouncer } from '../use-announcer';
import type { LinkedProps } from './linked-comment';
import type { OtherTab } from './other-tabs';
import { PanelTabs } from './panel-tabs';
import { REMOVAL } from './task-attachments';
import type { TaskHandle } from './use-task';

/** Comments and history of a task. */
export function Discussion({ handle, viewer }: { handle: TaskHandle; viewer: Viewer }) {
  const { task } = handle;
  const [tab, setTab] = useState<'comments' | OtherTab>('comments');
  const other = useOnDemand(loadOther);
  const more = task.comments_cursor !== null;
  const [paged, setPaged] = useState(more);
  if (more && !paged) setPaged(true);
  const readers = viewer.role === 'client' ? 'everybody' : task.audience === 'client' ? 'choice' : 'team';
  const linked = useSearchParams().get('comment');
  const { region, say } = useAnnouncer();
  useNewComments(task.comments, viewer.memberId, say);
  const box: CommentBoxProps | undefined = task.rights.comment
    ? {
        taskId: task._id,
        projectId: task.project_id,
        viewerId: viewer.memberId,
        readers,
        onAdded: handle.withComment,
      }
    : undefined;
  return (
    <section aria-label="Comments and activity">
      <p ref={region} role="status" className="sr-only" />
      {linked && (
        <Suspense>
          <LinkedComment id={linked} task={task} showOlder={handle.showOlder} />
        </Suspense>
      )}
      <PanelTabs
        label="Comments and activity"
        value={tab}
        onChange={(next) => {
          setTab(next);
          if (next !== 'comments') other.press();
        }}
        tabs={[
          { value: 'comments', label: 'Comments', count: task.comment_count },
          { value: 'history', label: 'History' },
          ...(viewer.viewing ? [] : [{ value: 'chat' as const, label: 'Chat' }]),
        ]}
      >
        {tab !== 'comments' ? (
          <div className="py-4">
            {other.Part && (
              <other.Part
                tab={tab}
                taskKey={task.key}
                activity={task.activity}
                mayUndo={task.rights.edit}
                onUndone={handle.adopt}
                say={say}
              />
            )}
          </div>
        ) : (
          <div className="flex flex-col gap-4 py-4">
            {paged && <OlderComments more={more} onShow={handle.showOlder} />}
            {task.comments.length > 0 ? (
              <CommentList
                comments={task.comments}
                taskKey={task.key}
                projectId={task.project_id}
                box={box}
                linked={linked}
                viewer={viewer}
                leaderId={task.project.leader_id}
                marksInternal={task.audience === 'client'}
                frozen={task.deleted_at !== null}
                onChanged={handle.withComment}
                onDeleted={handle.withoutComment}
                onRemove={(file) => removeAttachment(REMOVAL, file, handle.refetch)}
              />
            ) : (
              <p className="text-base text-text-3">{task.rights.comment ? 'No comments yet.' : 'No comments.'}</p>
            )}
            <PendingComments taskId={task._id} />
            {box && <CommentBox {...box} />}
          </div>
        )}
      </PanelTabs>
    </section>
  );
}

const OlderComments = dynamic(() => import('@/components/comment/older-comments').then((part) => part.OlderComments));
const LinkedComment = lazy<ComponentType<LinkedProps>>(() =>
  import('./linked-comment').then(
    (part) => ({ default: part.LinkedComment }),
    () => ({ default: () => null }),
  ),
);
const loadOther = () => import('./other-tabs').then(({ OtherTabs }) => OtherTabs);
