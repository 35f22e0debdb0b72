import 'server-only';
import { accountJobs } from '@/lib/account/jobs';
import { auditJobs } from '@/lib/audit/jobs';
import type { JobDefinition } from '@/lib/contract/job';
import { invitationJobs } from '@/lib/invitation/jobs';
import { notificationJobs } from '@/lib/notification/jobs';
import { organisationArchiveJobs } from '@/lib/organisation-archive/jobs';
import { projectCopyJobs } from '@/lib/project-copy/jobs';
import { recurrenceJobs } from '@/lib/recurrence/jobs';
import { ruleJobs } from '@/lib/rule/jobs';
import { taskImportJobs } from '@/lib/task-import/jobs';

/** All domains' jobs in one table; a new domain adds its own here. Emails have their own way (mail.ts). */
const JOBS = {
  ...accountJobs,
  ...auditJobs,
  ...invitationJobs,
  ...notificationJobs,
  ...organisationArchiveJobs,
  ...projectCopyJobs,
  ...recurrenceJobs,
  ...ruleJobs,
  ...taskImportJobs,
};

export type JobKind = keyof typeof JOBS;
export type JobPayload<K extends JobKind> = (typeof JOBS)[K] extends JobDefinition<infer P> ? P : never;

/** Null for a kind that is no longer known. */
export const definitionOfJob = (kind: string): JobDefinition<unknown> | null =>
  Object.hasOwn(JOBS, kind) ? (JOBS[kind as JobKind] as unknown as JobDefinition<unknown>) : null;
