'use client';

import { Eye, Link2 } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { copyLink } from '@/components/page/copy-link';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { Ago } from '@/components/ui/ago';
import { Button } from '@/components/ui/button';
import { useActor, useOrganisationLinks } from '@/components/viewer/shell-context';
import { canSeeAccess } from '@/lib/access/policy';
import { bidi } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';

const loadAccess = () => import('@/components/access/access-dialog').then(({ AccessDialog }) => AccessDialog);

/** Who made it and when; its link. */
export function SideFoot({ task }: { task: TaskDetail }) {
  const asks = canSeeAccess(useActor());
  const address = useOrganisationLinks()(`taskpage?task=${task.key}`);
  return (
    <div className="flex flex-col items-start gap-1 text-xs text-text-3">
      <span>
        Created <Ago at={task.created_at} />
        {bidi` by ${task.created_by?.name ?? HIDDEN_PEOPLE.toLowerCase()}`}
      </span>
      <span className="-ml-2.5 flex flex-wrap">
        <Button variant="quiet" size="compact" icon={<Link2 />} onClick={() => void copyLink(address, task.key)}>
          Copy link
        </Button>
        {asks && (
          <DialogButton
            load={loadAccess}
            given={{ what: 'task', of: { task_id: task._id } }}
            variant="quiet"
            size="compact"
            icon={<Eye />}
          >
            Who sees this?
          </DialogButton>
        )}
      </span>
    </div>
  );
}
