/** What the audit log can hold, in words. Runs anywhere; a line of an unknown kind stays readable. */
import { ROLE_LABEL, ROLES } from '@/lib/permission/schema';

/** Groups of actions, as one filters by them. */
export const AUDIT_GROUPS = ['entering', 'security', 'people', 'invitations', 'organisation', 'work', 'data'] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];
export const AUDIT_GROUP_LABEL: Record<AuditGroup, string> = {
  entering: 'Signing in and out',
  security: 'Passwords and security',
  people: 'People and roles',
  invitations: 'Invitations',
  organisation: 'Organisation and settings',
  work: 'Projects and tasks',
  data: 'Exports',
};

export type AuditWords = {
  group: AuditGroup;
  /** The kind of line, as a heading. */
  label: string;
  /** The sentence: {actor}, {target}, and fields of before and after by their name. */
  says: string;
};

const words = (group: AuditGroup, label: string, says: string): AuditWords => ({ group, label, says });

export const AUDIT_ACTIONS: Readonly<Record<string, AuditWords>> = {
  sign_in: words('entering', 'Signed in', '{actor} signed in'),
  'sign_in.failed': words('entering', 'Sign-in failed', 'A sign-in as {actor} failed'),
  'sign_in.code_failed': words('entering', 'Second factor failed', 'The second factor of {actor} was wrong'),
  sign_out: words('entering', 'Signed out', '{actor} signed out'),
  'session.end': words('entering', 'Sessions ended', '{actor} ended sessions of {target}'),
  'access.denied': words('entering', 'Access denied', '{actor} tried to enter another organisation'),
  'access.foreign': words(
    'entering',
    'Access denied',
    'Somebody who belongs to another organisation tried to enter this one',
  ),

  'password.changed': words('security', 'Password changed', '{actor} changed their password'),
  'password.reset': words('security', 'Password reset', '{actor} set a new password by mail'),
  'second_factor.enabled': words('security', 'Second factor on', '{actor} switched the second factor on'),
  'second_factor.disabled': words('security', 'Second factor off', '{actor} switched the second factor off'),
  'second_factor.codes': words('security', 'Recovery codes renewed', '{actor} made new recovery codes'),
  'address.asked': words('security', 'Address change begun', '{actor} asked to change their address to {email}'),
  'address.changed': words('security', 'Address changed', '{actor} changed their address, which was {target}'),

  'member.create': words('people', 'Account created', '{actor} created the account of {target}'),
  'member.edit': words('people', 'Details changed', '{actor} changed details of {target}'),
  'member.role': words('people', 'Role changed', '{actor} changed the role of {target} from {before.role} to {role}'),
  'member.approve': words('people', 'Approved', '{actor} let {target} in'),
  'member.reject': words('people', 'Rejected', '{actor} declined {target}'),
  'member.deactivate': words('people', 'Deactivated', '{actor} deactivated {target}'),
  'member.reactivate': words('people', 'Reactivated', '{actor} reactivated {target}'),
  'member.projects': words('people', 'Projects changed', '{actor} changed the projects of {target}'),
  'member.joined': words('people', 'Joined', '{actor} joined'),
  'member.requested': words('people', 'Asked to join', '{actor} asked to join'),
  'profile.name': words('people', 'Name changed', '{actor} changed their name to {name}'),
  'profile.picture': words('people', 'Picture changed', '{actor} changed their picture'),
  'profile.picture_removed': words('people', 'Picture removed', '{actor} removed their picture'),
  'role.request': words('people', 'Role asked for', '{actor} asked to be {role}'),
  'role.decline': words('people', 'Role declined', '{actor} declined that {target} becomes {role}'),

  'invitation.send': words('invitations', 'Invited', '{actor} invited {target} as {role}'),
  'invitation.import': words('invitations', 'File imported', '{actor} invited the people of the file {file}'),
  'invitation.resend': words('invitations', 'Invited again', '{actor} sent {target} the invitation again'),
  'invitation.revoke': words('invitations', 'Invitation revoked', '{actor} took the invitation of {target} back'),
  'invitation.accept': words('invitations', 'Invitation accepted', '{actor} accepted the invitation'),

  'organisation.founded': words('organisation', 'Founded', '{actor} founded the organisation'),
  'organisation.verified': words('organisation', 'Confirmed', '{actor} confirmed the organisation'),
  'organisation.change': words('organisation', 'Settings changed', '{actor} changed the settings'),
  'organisation.logo': words('organisation', 'Logo changed', '{actor} changed the logo'),
  'organisation.key': words('organisation', 'Key changed', '{actor} changed the key from {before.key} to {key}'),
  'organisation.join_rule': words('organisation', 'Join rule changed', '{actor} changed who may join'),
  'organisation.domain_asked': words('organisation', 'Domain to be verified', '{actor} asked to verify {target}'),
  'organisation.domain_added': words('organisation', 'Domain verified', '{actor} verified the domain {target}'),
  'organisation.domain_removed': words('organisation', 'Domain removed', '{actor} removed the domain {target}'),
  'organisation.security': words('organisation', 'Security rules changed', '{actor} changed the security rules'),
  'organisation.delete': words('organisation', 'Deleted', '{actor} deleted the organisation'),
  'organisation.restore': words('organisation', 'Restored', '{actor} took the deletion of the organisation back'),
  'category.create': words('organisation', 'Category created', '{actor} created the category {name}'),
  'category.edit': words('organisation', 'Category changed', '{actor} changed the category {name}'),
  'category.delete': words('organisation', 'Category deleted', '{actor} deleted the category {before.name}'),
  'category.restore': words('organisation', 'Category restored', '{actor} restored the category {name}'),
  'mail.retry': words('organisation', 'Mail sent again', '{actor} had {mails} unsent mails tried again'),

  'project.create': words('work', 'Project created', '{actor} created the project {target}'),
  'project.status': words('work', 'Project status', '{actor} changed the status of {target} to {status}'),
  'project.members': words('work', 'Project members', '{actor} changed who is in {target}'),
  'project.contacts': words('work', 'Contacts changed', '{actor} changed whom clients see in {target}'),
  'project.delete': words('work', 'Project deleted', '{actor} deleted the project {project}'),
  'project.restore': words('work', 'Project restored', '{actor} restored the project {project}'),
  'project.purge': words('work', 'Project removed', '{actor} removed the project {project} for good'),
  'project.leader': words('work', 'Project leader', '{actor} changed the leader of {target}'),
  'task.delete': words('work', 'Task deleted', '{actor} deleted the task {task}'),
  'task.restore': words('work', 'Task restored', '{actor} restored the task {task}'),
  'task.purge': words('work', 'Task removed', '{actor} removed the task {task} for good'),
  'comment.delete': words('work', 'Comment deleted', '{actor} deleted a comment of {target}'),

  'audit.export': words('data', 'Audit log exported', '{actor} exported the audit log'),
  'data.downloaded': words('data', 'Own data downloaded', '{actor} downloaded their own data'),
};

/** Words of any action; one that nobody described yet is spelled out, and belongs to no group. */
export function auditWords(action: string): Omit<AuditWords, 'group'> & { group: AuditGroup | null } {
  const known = Object.hasOwn(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action] : undefined;
  if (known) return known;
  const spelled = action.replace(/[._-]+/g, ' ').trim();
  const label = spelled.charAt(0).toUpperCase() + spelled.slice(1);
  return { group: null, label, says: `{actor}: ${spelled} {target}` };
}

/** The actions of a group. */
export const auditActionsOf = (group: AuditGroup): string[] =>
  Object.entries(AUDIT_ACTIONS)
    .filter(([, one]) => one.group === group)
    .map(([action]) => action);

type Fields = Readonly<Record<string, unknown>> | null;
export type SaidOf = { action: string; actor: string | null; target: string | null; before: Fields; after: Fields };

/** One line as a sentence without its full stop. */
export function auditSentence({ action, actor, target, before, after }: SaidOf): string {
  const fill = (name: string): string => {
    if (name === 'actor') return actor ?? 'Somebody';
    if (name === 'target') return target ?? '';
    const value = name.startsWith('before.') ? before?.[name.slice(7)] : (after?.[name] ?? before?.[name]);
    return value === undefined || value === null ? '…' : valueInWords(value);
  };
  return auditWords(action)
    .says.replace(/\{([\w.]+)\}/g, (_, name: string) => fill(name))
    .trim();
}

const FIELD_LABEL: Record<string, string> = {
  ip: 'Address',
  user_agent: 'Device',
  reassigned_to: 'Work handed to',
  file: 'File',
  rows: 'Rows',
};

/** A field of before or after, as its heading. */
export function fieldInWords(field: string): string {
  const spelled = FIELD_LABEL[field] ?? field.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[._-]+/g, ' ');
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

/** A value of before or after, as text. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.length ? value.map(valueInWords).join(', ') : 'none';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${fieldInWords(name)}: ${valueInWords(inner)}`)
      .join(', ');
  const role = ROLES.find((one) => one === value);
  return role ? ROLE_LABEL[role] : String(value);
}

/** What differs between before and after, field by field. */
export function changesInWords(
  before: Fields,
  after: Fields,
): { field: string; from: string | null; to: string | null }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => ({
    field: fieldInWords(name),
    from: before && name in before ? valueInWords(before[name]) : null,
    to: after && name in after ? valueInWords(after[name]) : null,
  }));
}
