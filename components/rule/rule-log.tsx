'use client';

import { useQuery } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import { Ago } from '@/components/ui/ago';
import { Link } from '@/components/ui/link';
import { Dialog } from '@/components/ui/overlay/dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi, isolated } from '@/lib/bidi';
import type { RuleRecord } from '@/lib/rule/schema';
import { LOG_DAYS, OUTCOME_LABEL } from '@/lib/rule/vocabulary';

const LISTED = 50;

/** What a rule did, and why it did nothing. */
export function RuleLog({ rule, onClose }: { rule: RuleRecord; onClose: () => void }) {
  const hrefTo = useOrganisationLinks();
  const runs = useQuery({
    queryKey: ['rule-runs', rule._id],
    staleTime: 0,
    queryFn: ({ signal }) => call('GET ruleRunList', { rule_id: rule._id, limit: LISTED }, { signal }),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={bidi`Log of ${rule.name}`} size="md">
      {runs.isError ? (
        <LoadError title="The log could not be loaded" of={runs} />
      ) : !runs.data ? (
        <SkeletonRows rows={5} rowHeight={44} label="Loading the log" />
      ) : runs.data.docs.length === 0 ? (
        <p className="text-base text-text-2">It has not run yet.</p>
      ) : (
        <>
          <ul aria-label="Runs" className="divide-y divide-border">
            {runs.data.docs.map(({ _id, outcome, said, task, created_at }) => (
              <li key={_id} className="flex flex-col gap-0.5 py-2">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="text-sm font-medium">{OUTCOME_LABEL[outcome]}</span>
                  <Link href={hrefTo(`taskpage?task=${task.key}`)} prefetch={false} className="hover:underline">
                    {task.key} {isolated(task.title)}
                  </Link>
                  <span className="text-xs text-text-3">
                    <Ago at={created_at} />
                  </span>
                </span>
                {said.length > 0 && <span className="text-sm text-text-2">{said.join(' ')}</span>}
              </li>
            ))}
          </ul>
          <p className="mt-3 text-xs text-text-3">
            {runs.data.totalDocs > runs.data.docs.length && `The last ${runs.data.docs.length}. `}Kept for {LOG_DAYS}{' '}
            days.
          </p>
        </>
      )}
    </Dialog>
  );
}
