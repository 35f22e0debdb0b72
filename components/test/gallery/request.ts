import type { RequestRecord } from '@/lib/client-request/schema';
import { CLIENT } from './people';
import { PROJECT } from './project';

export const requestRecord = (number: number, part: Partial<RequestRecord> = {}): RequestRecord => ({
  _id: `q-${number}`,
  project_id: PROJECT._id,
  project: { _id: PROJECT._id, key: PROJECT.key, name: PROJECT.name },
  title: `Request ${number}`,
  body: 'Larger letters, please',
  body_html: '<p>Larger letters, please</p>',
  state: 'received',
  state_label: 'Received',
  reason: null,
  author: CLIENT,
  decided_by: null,
  decided_at: null,
  task: null,
  attachments: [],
  rights: { edit: false, triage: false, reopen: false },
  version: 1,
  created_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
  ...part,
});
