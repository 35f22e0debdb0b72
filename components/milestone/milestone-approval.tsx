'use client';

import { useQueryClient } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import { SignOffPart } from '@/components/sign-off/sign-off-part';
import { SIGN_OFFS } from '@/components/sign-off/sign-off-query';
import { useRefresh } from '@/components/url/use-refresh';
import type { MilestoneRecord } from '@/lib/milestone/schema';

export const shareMilestone = (id: string) => call('PATCH milestone/{id}', { id, audience: 'client' });

/** Whether a milestone is approved, below its progress. */
export function MilestoneApproval({ milestone }: { milestone: MilestoneRecord }) {
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { _id: id, name, sign_off: newest = null } = milestone;
  return (
    <div className="mt-1.5">
      <SignOffPart
        subject={{ milestone_id: id }}
        of={name}
        newest={newest}
        mayAsk={false}
        share={() => shareMilestone(id)}
        onChanged={() => {
          void queries.invalidateQueries({ queryKey: SIGN_OFFS });
          refresh();
        }}
      />
    </div>
  );
}
