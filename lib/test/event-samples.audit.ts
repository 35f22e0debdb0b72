/** Entries of the audit log as they lie in the table, in each shape that a version of this program wrote, and how they read. */

import { OF_FILES } from '@/lib/test/event-samples.files';
import { OF_MANY_TASKS } from '@/lib/test/event-samples.many';

type Fields = Record<string, unknown>;
const ID = '01999999-0000-7000-8000-000000000001';

type Kept = { target?: string; before?: Fields; after?: Fields };

/** Action, what is kept, and the sentence; `target` as its name. */
export const AUDIT_SAMPLES: [action: string, kept: Kept, says: string][] = [
  ['sign_in', { target: 'ada@acme.test' }, 'Ada signed in'],
  ['sign_in.failed', { target: 'ada@acme.test' }, 'A sign-in as Ada failed'],
  ['sign_in.code_failed', { target: 'ada@acme.test' }, 'The second factor of Ada was wrong'],
  [
    'meeting.cancelled',
    { after: { meeting_id: ID, title: 'Review', reason: 'Ill' } },
    'Ada cancelled the meeting “Review”: Ill',
  ],
  ['calendar.shared', {}, 'Ada made a private address for a calendar'],
  ['calendar.revoked', {}, 'Ada revoked a private address for a calendar'],
  ['sign_out', { target: 'ada@acme.test' }, 'Ada signed out'],
  [
    'view.started',
    { target: 'Bob', after: { until: '2026-11-27T12:00:00.000Z' } },
    'Ada began to look as the client Bob',
  ],
  ['view.ended', { target: 'Bob' }, 'Ada stopped looking as the client Bob'],
  ['session.end', { target: 'Bob' }, 'Ada ended sessions of Bob'],
  ['session.ended', { target: 'Bob', after: { sessions: 2 } }, 'Ada ended sessions of Bob'],
  ['access.denied', { target: 'globex' }, 'Ada tried to enter another organisation'],
  ['access.foreign', {}, 'Somebody who belongs to another organisation tried to enter this one'],
  ['password.changed', { target: 'ada@acme.test' }, 'Ada changed their password'],
  ['password.reset', { target: 'ada@acme.test' }, 'Ada reset their password by email'],
  ['password.wrong', {}, 'Ada entered a wrong password when asked to confirm it'],
  ['second_factor.reset', { target: 'Bob' }, 'Ada reset the second factor of Bob'],
  ['second_factor.enabled', {}, 'Ada switched on the second factor'],
  ['second_factor.disabled', {}, 'Ada switched off the second factor'],
  ['second_factor.codes', {}, 'Ada created new recovery codes'],
  ['email.asked', { after: { email: 'a@b.test' } }, 'Ada asked to change their email to a@b.test'],
  ['email.changed', { target: 'a@b.test' }, 'Ada changed their email, which was a@b.test'],
  ['member.created', { target: 'Bob', after: { role: 'user', projects: [ID] } }, 'Ada created the account of Bob'],
  [
    'member.edit',
    { target: 'Bob', before: { name: 'Rob' }, after: { name: 'Bob', fields: ['name'] } },
    'Ada changed details of Bob',
  ],
  ['member.edited', { target: 'Bob', before: {}, after: { fields: ['phone'] } }, 'Ada changed details of Bob'],
  [
    'member.role',
    { target: 'Bob', before: { role: 'user' }, after: { role: 'team_leader' } },
    'Ada changed the role of Bob from User to Team Leader',
  ],
  [
    'member.role_changed',
    { target: 'Bob', before: { role: 'team_leader' }, after: { role: 'user', led: ['WEB'] } },
    'Ada changed the role of Bob from Team Leader to User',
  ],
  [
    'member.approved',
    { target: 'Bob', before: { approval: 'Pending' }, after: { approval: 'Approved' } },
    'Ada approved Bob',
  ],
  [
    'member.reject',
    { target: 'Bob', before: { approval: 'Pending' }, after: { approval: 'Rejected' } },
    'Ada declined Bob',
  ],
  [
    'member.rejected',
    { target: 'Bob', before: { approval: 'Pending' }, after: { approval: 'Rejected', reason: 'Unknown' } },
    'Ada declined Bob: Unknown',
  ],
  ['sign_off.approved', { after: { sign_off_id: ID, left: 0, task: 'WEB-1 Map' } }, 'Ada approved WEB-1 Map'],
  ['sign_off.returned', { after: { sign_off_id: ID, reason: 'No', file_id: ID, name: 'A' } }, 'Ada returned “A”: No'],
  ['member.deactivate', { target: 'Bob', after: { invitation: 'revoked' } }, 'Ada deactivated Bob'],
  ['member.deactivated', { target: 'Bob', after: { reassigned_to: 'Eve', tasks: 3 } }, 'Ada deactivated Bob'],
  ['member.reactivated', { target: 'Bob' }, 'Ada reactivated Bob'],
  [
    'member.projects_changed',
    { target: 'Bob', after: { added: [ID], removed: [] } },
    'Ada changed the projects of Bob',
  ],
  ['member.joined', { target: 'ada@acme.test' }, 'Ada joined'],
  ['member.requested', { target: 'ada@acme.test' }, 'Ada asked to join'],
  ['member.requested', { target: 'ada@acme.test', after: { name: 'Ada' } }, 'Ada asked to join'],
  ['profile.name', { target: 'Ada' }, 'Ada changed their name'],
  [
    'profile.renamed',
    { target: 'Ada', before: { name: 'Ann' }, after: { name: 'Ada' } },
    'Ada changed their name to Ada',
  ],
  ['profile.picture_changed', { target: 'Ada' }, 'Ada changed their picture'],
  ['profile.picture_removed', { target: 'Ada' }, 'Ada removed their picture'],
  ['role.requested', { target: 'Ada', after: { role: 'admin' } }, 'Ada asked to be Admin'],
  ['role.decline', { target: 'Bob', after: { role: 'admin' } }, 'Ada declined the request of Bob to be Admin'],
  [
    'role.declined',
    { target: 'Bob', after: { role: 'admin', reason: 'No' } },
    'Ada declined the request of Bob to be Admin: No',
  ],
  ['invitation.sent', { target: 'b@b.test', after: { role: 'user' } }, 'Ada invited b@b.test as User'],
  [
    'invitation.imported',
    { target: ID, after: { file: 'a.csv', rows: 2 } },
    'Ada invited the people of the file a.csv',
  ],
  ['invitation.resent', { target: 'b@b.test' }, 'Ada resent the invitation of b@b.test'],
  ['invitation.revoked', { target: 'b@b.test' }, 'Ada revoked the invitation of b@b.test'],
  ['invitation.accept', { target: 'ada@acme.test' }, 'Ada accepted the invitation'],
  ['invitation.accepted', { target: 'ada@acme.test', after: { role: 'user' } }, 'Ada accepted the invitation'],
  ['time.locked', { target: 'Bob', after: { week: '2026-W48' } }, 'Ada locked the week 2026-W48 of Bob'],
  ['time.unlocked', { target: 'Bob', after: { week: '2026-W48' } }, 'Ada unlocked the week 2026-W48 of Bob'],
  ['organisation.created', { target: 'acme' }, 'Ada created the organisation'],
  ['organisation.verified', { target: 'acme' }, 'Ada confirmed the organisation'],
  [
    'organisation.changed',
    { target: 'Acme', before: { listed: true }, after: { listed: false } },
    'Ada changed the settings',
  ],
  ['organisation.logo', { target: 'Acme', after: { bytes: 900 } }, 'Ada changed the logo'],
  ['organisation.logo_changed', { target: 'Acme', after: { removed: true } }, 'Ada removed the logo'],
  [
    'organisation.key_changed',
    { target: 'acme2', before: { key: 'acme' }, after: { key: 'acme2' } },
    'Ada changed the key from acme to acme2',
  ],
  [
    'organisation.join_rule_changed',
    { target: 'Acme', before: { join_rule: 'closed' }, after: { join_rule: 'approval' } },
    'Ada changed who may join',
  ],
  [
    'organisation.domain_asked',
    { target: 'acme.test', after: { email: 'a@acme.test' } },
    'Ada asked to verify acme.test',
  ],
  ['organisation.domain_added', { target: 'acme.test' }, 'Ada verified the domain acme.test'],
  ['organisation.domain_removed', { target: 'acme.test' }, 'Ada removed the domain acme.test'],
  [
    'organisation.security_changed',
    { target: 'Acme', before: { requires_second_factor: false }, after: { requires_second_factor: true } },
    'Ada changed the security rules',
  ],
  [
    'organisation.deleted',
    { target: 'Acme', after: { restorable_until: '2026-12-22T00:00:00.000Z' } },
    'Ada deleted the organisation',
  ],
  ['organisation.restored', { target: 'Acme' }, 'Ada restored the organisation'],
  [
    'category.created',
    { target: 'Design', after: { name: 'Design', colour: 'c1' } },
    'Ada created the category Design',
  ],
  [
    'category.edited',
    { target: 'Art', before: { name: 'Art', colour: 'c1' }, after: { name: 'Art', colour: 'c2' } },
    'Ada changed the category Art',
  ],
  [
    'category.deleted',
    { target: ID, before: { name: 'Art', colour: 'c1' }, after: { tasks: 2, projects: 0 } },
    'Ada deleted the category Art',
  ],
  ['category.restored', { target: 'Art', after: { name: 'Art', colour: 'c1' } }, 'Ada restored the category Art'],
  [
    'field.created',
    { target: 'Budget', after: { name: 'Budget', kind: 'number', audience: 'internal' } },
    'Ada created the field Budget',
  ],
  ...(
    [
      [{ name: 'Costs' }, 'renamed the field Budget to Costs'],
      [{ audience: 'client' }, 'made the field Budget visible to clients'],
      [{ archived: true }, 'archived the field Budget'],
      [{ projects: 2 }, 'changed the field Budget'],
    ] as const
  ).map(([change, says]): [action: string, kept: Kept, says: string] => {
    const before = { name: 'Budget', audience: 'internal', choices: [], projects: null, archived: false };
    return ['field.edited', { target: 'Budget', before, after: { ...before, ...change } }, `Ada ${says}`];
  }),
  [
    'field.deleted',
    { target: 'Budget', after: { name: 'Budget', kind: 'number', tasks: 2 } },
    'Ada deleted the field Budget',
  ],
  ['field.restored', { target: 'Budget', after: { name: 'Budget', kind: 'number' } }, 'Ada restored the field Budget'],
  ['label.created', { target: 'Launch', after: { name: 'Launch', colour: 'c1' } }, 'Ada created the label Launch'],
  [
    'label.edited',
    { target: 'Launch', before: { name: 'Launch', colour: 'c1' }, after: { name: 'Start', colour: 'c1' } },
    'Ada renamed the label Launch to Start',
  ],
  ['label.deleted', { target: 'A', after: { name: 'A', colour: 'c1', tasks: 2 } }, 'Ada deleted the label A'],
  ['label.restored', { target: 'Launch', after: { name: 'Launch', colour: 'c1' } }, 'Ada restored the label Launch'],
  ['mail.retried', { after: { mails: 1 } }, 'Ada retried 1 unsent email'],
  [
    'job.cancelled',
    { target: 'people.csv', after: { kind: 'invitation.import', done: 500 } },
    'Ada cancelled the import of people.csv',
  ],
  ['project.create', { target: 'WEB Website' }, 'Ada created the project WEB Website'],
  ['project.created', { target: 'WEB Website', after: { name: 'Website' } }, 'Ada created the project WEB Website'],
  [
    'project.status_changed',
    { target: 'WEB Website', before: { status: 'active' }, after: { status: 'on_hold' } },
    'Ada changed the status of WEB Website from Active to On hold',
  ],
  [
    'project.members_changed',
    { target: 'WEB Website', after: { added: [], removed: ['Bob', 'Eve'] } },
    'Ada removed Bob and Eve from WEB Website',
  ],
  [
    'project.contacts_changed',
    { target: 'WEB Website', after: { contacts_added: ['Bob'], contacts_removed: [] } },
    'Ada changed who clients see in WEB Website',
  ],
  [
    'project.leader_changed',
    { target: 'WEB Website', before: { leader_id: 'Bob' }, after: { leader_id: 'Eve' } },
    'Ada changed the leader of WEB Website from Bob to Eve',
  ],
  ['project.delete', { target: ID, after: { project: 'WEB Website' } }, 'Ada deleted the project WEB Website'],
  ['project.deleted', { target: ID, after: { name: 'Website', key: 'WEB' } }, 'Ada deleted the project WEB Website'],
  ['project.restore', { target: ID, after: { project: 'WEB Website' } }, 'Ada restored the project WEB Website'],
  ['project.restored', { target: ID, after: { name: 'Website', key: 'WEB' } }, 'Ada restored the project WEB Website'],
  ['project.purge', { target: ID, after: { project: 'WEB Website' } }, 'Ada removed the project WEB Website for good'],
  [
    'project.purged',
    { target: ID, after: { name: 'Website', key: 'WEB' } },
    'Ada removed the project WEB Website for good',
  ],
  [
    'project.unmade',
    { target: ID, after: { name: 'Website', key: 'WEB' } },
    'Ada rolled back the import that made the project WEB Website',
  ],
  ['task.deleted', { target: ID, after: { task: 'WEB-1 Logo' } }, 'Ada moved the task WEB-1 Logo to the bin'],
  ['task.restored', { target: ID, after: { task: 'WEB-1 Logo' } }, 'Ada restored the task WEB-1 Logo from the bin'],
  ['task.purged', { target: ID, after: { task: 'WEB-1 Logo' } }, 'Ada removed the task WEB-1 Logo for good'],
  [
    'comment.delete',
    { target: 'Bob', after: { comment: ID, task: ID } },
    'Ada deleted a comment on a task, written by Bob',
  ],
  ['comment.deleted', { target: 'Bob', after: { comment_id: ID } }, 'Ada deleted a comment on a task, written by Bob'],
  ['comment.restored', { target: 'Bo', after: { comment_id: ID } }, 'Ada restored a comment on a task, written by Bo'],
  ['message.deleted', { target: 'Bob', after: { message_id: ID, room_id: ID } }, 'Ada deleted a chat message of Bob'],
  ...OF_FILES,
  ['audit.export', { after: { format: 'csv', q: 'bob' } }, 'Ada exported the audit log'],
  ['audit.exported', { after: { format: 'json' } }, 'Ada exported the audit log'],
  ...OF_MANY_TASKS,
  ['data.downloaded', { target: 'Ada' }, 'Ada downloaded their own data'],
];
