'use client';

import { Link2 } from 'lucide-react';
import { copyLink } from '@/components/page/copy-link';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { Ago } from '@/components/ui/ago';
import { Button } from '@/components/ui/button';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';

/** Who made it and when; its link. */
export function SideFoot({ task }: { task: TaskDetail }) {
  const address = useOrganisationLinks()(`taskpage?task=${task.key}`);
  return (
    <div className="flex flex-col items-start gap-1 text-xs text-text-3">
      <span>
        Created <Ago at={task.created_at} />
        {bidi` by ${task.created_by?.name ?? HIDDEN_PEOPLE.toLowerCase()}`}
      </span>
      <span className="-ml-2.5">
        <Button variant="quiet" size="compact" icon={<Link2 />} onClick={() => void copyLink(address, task.key)}>
          Copy link
        </Button>
      </span>
    </div>
  );
}
