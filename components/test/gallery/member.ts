import { roleLabel } from '@/components/ui/badge';
import type { MemberRecord } from '@/lib/member/schema';
import type { MemberDetail } from '@/lib/member/schema.manage';
import { list, server } from '../server';
import { PEOPLE, type Seat } from './people';
import { PROJECT } from './project';

export const MADE_AT = '2026-11-02T09:00:00.000Z';

/** Somebody of the organisation, as the list of people has them. */
export function member(seat: Seat, part: Partial<MemberRecord> = {}): MemberRecord {
  const role = part.role ?? PEOPLE[seat].role;
  return {
    ...PEOPLE[seat],
    email: `${seat}@acme.test`,
    role_label: roleLabel(role),
    approval_status: 1,
    approval_label: 'Approved',
    created_at: MADE_AT,
    last_seen_at: null,
    ...part,
  };
}

/** The same with all that an admin sees of them. */
export const memberDetail = (seat: Seat, part: Partial<MemberDetail> = {}): MemberDetail => ({
  ...member(seat),
  phone: null,
  company: null,
  approval_note: null,
  open_tasks: 0,
  projects: [],
  sessions: [],
  second_factor: null,
  version: 1,
  can: {
    edit: true,
    roles: [],
    deactivate: true,
    reactivate: false,
    reset_second_factor: false,
    view_as: false,
    approve: false,
    reject: false,
  },
  ...part,
});

export const LED = { _id: PROJECT._id, key: PROJECT.key, name: PROJECT.name, is_leader: true };

/** Answers who is in the organisation, and the whole of each. */
export function servePeople(...details: MemberDetail[]): void {
  server.onAny('GET userList', () => list((Object.keys(PEOPLE) as Seat[]).map((seat) => member(seat))));
  server.on('GET memberDetail', ({ user_id }) => details.find(({ _id }) => _id === user_id) ?? memberDetail('user'));
}
