import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';

/** The last fifty. */
export const ruleRunsQuery = (ruleId: string) =>
  queryOptions({
    queryKey: ['rule-runs', ruleId],
    staleTime: 0,
    queryFn: ({ signal }) => call('GET ruleRunList', { rule_id: ruleId, limit: 50 }, { signal }),
  });
