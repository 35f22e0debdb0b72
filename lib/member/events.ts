/** Events of people in an organisation. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import { ROLE_LABEL, ROLES } from '@/lib/permission/schema';
import type { LiveEvent } from '@/lib/realtime/events';

export type MemberSubject = { id: string };
type Asking = MemberSubject & {
  approvers: readonly string[];
};

const aboutMember = eventAbout<MemberSubject>();
const aboutAsking = eventAbout<Asking>();
const target = ({ id }: MemberSubject) => id;
const themselves = ({ id }: MemberSubject) => [id];
/** Makes open lists of people reload. */
export const peopleChanged = (): LiveEvent[] => [{ type: 'people.changed' }];

const role = z.enum(ROLES);
const ids = z.array(z.string());
const reason = z.string().optional();
const fields = z.record(z.string(), z.unknown());
const because = (given: string | undefined) => (given ? `: ${given}` : '');

export const memberEvents = defineEvents({
  'member.created': eventAbout<MemberSubject>()({
    data: z.object({ role: role.optional(), projects: ids.optional() }),
    formerly: ['member.create'],
    words: (_, { it }) => `created the account of ${it}`,
    audit: { group: 'people', label: 'Account created', target },
    live: peopleChanged,
  }),
  /** Values not meant for every reader of the log appear only by field name. */
  'member.edited': aboutMember({
    data: z.object({ before: fields, after: fields, fields: z.array(z.string()).optional() }),
    formerly: ['member.edit'],
    words: (_, { it }) => `changed details of ${it}`,
    audit: {
      group: 'people',
      label: 'Details changed',
      target,
      before: ({ before }) => before,
      after: ({ after, fields }) => ({ ...after, fields }),
      read: (line) => line,
    },
    live: peopleChanged,
  }),
  'member.role_changed': aboutMember({
    data: z.object({ from: role.optional(), to: role, led: z.array(z.string()).optional() }),
    formerly: ['member.role', 'role.changed'],
    older: ({ role }) => ({ to: role }),
    words: ({ from, to }, { it }) =>
      `changed the role of ${it}${from ? ` from ${ROLE_LABEL[from]}` : ''} to ${ROLE_LABEL[to]}`,
    audit: {
      group: 'people',
      label: 'Role changed',
      target,
      before: ({ from }) => ({ role: from }),
      after: ({ to, led }) => ({ role: to, ...(led && { led }) }),
      read: ({ before, after }) => ({ from: before.role, to: after.role, led: after.led }),
    },
    notify: {
      topic: 'approved',
      to: themselves,
      keeps: ({ from, to }) => ({ from, to }),
      words: ({ to }) => `made you ${ROLE_LABEL[to]}`,
      while: 'role is the same',
    },
    revoke: themselves,
    live: peopleChanged,
  }),
  'member.approved': aboutMember({
    data: z.object({ from: z.string().optional() }),
    formerly: ['member.approve'],
    words: (_, { it }) => `approved ${it}`,
    audit: {
      group: 'people',
      label: 'Approved',
      target,
      before: ({ from }) => ({ approval: from }),
      after: () => ({ approval: 'Approved' }),
      read: ({ before }) => ({ from: before.approval }),
    },
    revoke: themselves,
    live: peopleChanged,
  }),
  'member.rejected': aboutMember({
    data: z.object({ from: z.string().optional(), reason }),
    formerly: ['member.reject'],
    words: ({ reason }, { it }) => `declined ${it}${because(reason)}`,
    audit: {
      group: 'people',
      label: 'Rejected',
      target,
      before: ({ from }) => ({ approval: from }),
      after: ({ reason }) => ({ approval: 'Rejected', ...(reason && { reason }) }),
      read: ({ before, after }) => ({ from: before.approval, reason: after.reason }),
    },
    revoke: themselves,
    live: peopleChanged,
  }),
  'member.deactivated': aboutMember({
    data: z.object({
      reassigned_to: z.string().nullish(),
      tasks: z.number().optional(),
      invitation: z.literal('revoked').optional(),
    }),
    formerly: ['member.deactivate'],
    words: (_, { it }) => `deactivated ${it}`,
    audit: { group: 'people', label: 'Deactivated', target },
    revoke: themselves,
    live: peopleChanged,
  }),
  'member.reactivated': aboutMember({
    data: z.object({}),
    formerly: ['member.reactivate'],
    words: (_, { it }) => `reactivated ${it}`,
    audit: { group: 'people', label: 'Reactivated', target },
    live: peopleChanged,
  }),
  'member.projects_changed': aboutMember({
    data: z.object({ added: ids, removed: ids }),
    formerly: ['member.projects'],
    words: (_, { it }) => `changed the projects of ${it}`,
    audit: { group: 'people', label: 'Projects changed', target },
  }),
  'member.joined': eventAbout<{ email: string }>()({
    data: z.object({}),
    words: () => 'joined',
    audit: { group: 'people', label: 'Joined', target: ({ email }) => email },
    live: peopleChanged,
  }),
  'member.requested': eventAbout<{ email: string; approvers: readonly string[] }>()({
    data: z.object({ name: z.string().optional() }),
    words: () => 'asked to join',
    audit: { group: 'people', label: 'Asked to join', target: ({ email }) => email },
    notify: {
      topic: 'approved',
      to: ({ approvers }) => approvers,
      words: () => 'asks to join',
      while: 'member waits',
      page: 'userlist',
    },
    live: peopleChanged,
  }),
  'role.requested': aboutAsking({
    data: z.object({ role }),
    formerly: ['role.request'],
    words: ({ role }) => `asked to be ${ROLE_LABEL[role]}`,
    audit: { group: 'people', label: 'Role requested', target },
    notify: {
      topic: 'approved',
      to: ({ approvers }) => approvers,
      words: ({ role }) => `asks to be ${ROLE_LABEL[role]}`,
      while: 'role request waits',
      page: 'userlist',
    },
    live: peopleChanged,
  }),
  'role.declined': aboutMember({
    data: z.object({ role, reason }),
    formerly: ['role.decline'],
    words: ({ role, reason }, { it }) => `declined the request of ${it} to be ${ROLE_LABEL[role]}${because(reason)}`,
    audit: { group: 'people', label: 'Role declined', target },
    notify: {
      topic: 'approved',
      to: themselves,
      words: ({ role, reason }) => `declined your request to be ${ROLE_LABEL[role]}${because(reason)}`,
    },
    live: peopleChanged,
  }),
});
