/** What leaders and admins see on their dashboard besides, each read on its own. Runs anywhere. */
import { z } from 'zod';
import { PersonBadge } from '@/lib/person/schema';
import { record } from '@/lib/validation';

export const Workload = record('Workload', {
  from: z.string(),
  to: z.string(),
  capacity_minutes: z.int().describe('Of one person: eight hours on each working day from `from` to `to`'),
  people: z
    .array(
      z.object({
        person: PersonBadge,
        tasks: z.int().describe('Open ones that are overdue or due by `to`'),
        estimated_minutes: z.int().describe('Their estimates; one with several people counts a part for each'),
        without_estimate: z.int(),
      }),
    )
    .describe('By name; nobody is ranked'),
});
export type Workload = z.infer<typeof Workload>;

export const OrganisationState = record('OrganisationState', {
  members: z.int(),
  pending: z.int().describe('People who wait to be approved'),
  invitations: z.int().describe('Sent and not accepted yet'),
  at_risk: z.int().describe('Active projects that are late or at risk'),
  storage: z.object({ used_bytes: z.number(), quota_bytes: z.number().nullable() }),
});
export type OrganisationState = z.infer<typeof OrganisationState>;
