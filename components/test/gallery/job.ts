import type { JobRecord } from '@/lib/job/schema';

export const jobRecord = (part: Partial<JobRecord> = {}): JobRecord => ({
  ...{ _id: 'j-1', kind: 'organisation.export', name: 'acme-2026-11-24.zip', state: 'running' },
  ...{ progress: { done: 400, total: 1000 }, problem: null, created_at: '2026-11-24T08:00:00.000Z' },
  ...{ finished_at: null, available_until: null, can: { cancel: true } },
  ...part,
});
