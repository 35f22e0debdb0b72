/** Events of workflows. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';

/** `clients`: projects whose clients are told too. */
type WorkflowSubject = { projectId: string | null; clients: readonly string[] };

export const workflowEvents = defineEvents({
  'workflow.changed': eventAbout<WorkflowSubject>()({
    data: z.object({ change: z.enum(['changed', 'reset']) }),
    words: ({ change }, { at }) => `${change === 'reset' ? 'reset' : 'changed'} the workflow${at('of')}`,
    activity: ({ projectId }) => (projectId ? { projectId, audience: 'internal' } : undefined),
    audit: {
      group: 'organisation',
      label: 'Workflow changed',
      target: ({ projectId }) => projectId ?? undefined,
      it: (_, target) => target ?? 'the organisation',
    },
    live: ({ projectId, clients }) => [{ type: 'workflow.changed', projectId, clients: [...clients] }],
  }),
});
