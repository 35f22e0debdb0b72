/** Runs anywhere. */
import { z } from 'zod';
import { MemberRecord } from '@/lib/member/schema';
import { ROLES } from '@/lib/permission/schema';
import { PersonBadge } from '@/lib/person/schema';
import { email } from '@/lib/session/schema';
import { id, line, number, personName, prose, record } from '@/lib/validation';

const role = z.enum(ROLES, `A role is one of ${ROLES.join(', ')}.`);
const reason = prose(1000, 'The reason');

export const DecideApproval = z.strictObject({
  user_id: id,
  status: number.pipe(z.union([z.literal(0), z.literal(1)], 'A status is 1 (approve) or 0 (reject).')),
  reason: reason.optional(),
  seen_status: number
    .pipe(z.union([z.literal(0), z.literal(1), z.literal(2)], 'A status seen is 2, 1 or 0.'))
    .optional()
    .describe('The state that was shown when this was decided; with another one the answer is 409'),
});
export type DecideApproval = z.output<typeof DecideApproval>;

export const ChangeRole = z.strictObject({
  user_id: id,
  role,
  lead_to: id
    .nullish()
    .describe('Who leads from now on what they cannot lead any more; without it those have no leader'),
});
export type ChangeRole = z.output<typeof ChangeRole>;

export const RequestRole = z.strictObject({ role, reason: reason.default('') });
export type RequestRole = z.output<typeof RequestRole>;

export const DecideRoleRequest = z.strictObject({
  request_id: id,
  grant: z.boolean(),
  reason: reason.optional(),
  lead_to: id
    .nullish()
    .describe('Who leads what they could not lead any more, null for nobody; needed where there is such a project'),
});
export type DecideRoleRequest = z.output<typeof DecideRoleRequest>;

export const MemberReference = z.strictObject({ user_id: id });
export type MemberReference = z.output<typeof MemberReference>;

/** `reassign_to`: takes the open tasks, else nobody. `lead_to`: leads then; null nobody, left out the same person. */
export const DeactivateMember = z.strictObject({ user_id: id, reassign_to: id.nullish(), lead_to: id.nullish() });
export type DeactivateMember = z.output<typeof DeactivateMember>;

/** Without `session_id`: all of them. */
export const EndMemberSessions = z.strictObject({ user_id: id, session_id: id.optional() });
export type EndMemberSessions = z.output<typeof EndMemberSessions>;
/** `done` false: other organisations of the account must reset it too. */
export const SecondFactorReset = record('SecondFactorReset', { done: z.boolean() });
export type SecondFactorReset = z.infer<typeof SecondFactorReset>;

export const SessionsEnded = record('MemberSessionsEnded', { ended: z.number() });

const telephone = z
  .string()
  .trim()
  .regex(
    /^(?=.*\d)[\d +\-()/.]{3,30}$/,
    'A telephone number has 3 to 30 characters: digits, spaces and + - ( ) / . alone.',
  );

const details = {
  name: personName(80, 'The name'),
  email,
  phone: telephone.nullish(),
  company: line(80, 'The company').nullish(),
  project_ids: z.array(id).max(200, 'At most 200 projects.').optional(),
};
export const CreateAccount = z.strictObject(details);
export type CreateAccount = z.output<typeof CreateAccount>;
export const CreateMember = z.strictObject({
  role: z.enum(['team_leader', 'user'], 'A role here is one of team_leader, user.'),
  ...details,
});
export type CreateMember = z.output<typeof CreateMember>;
export const EditAccount = z.strictObject({
  id,
  version: number
    .pipe(z.int().min(1))
    .optional()
    .describe(
      'As it was read; 409 with the current record if somebody changed it in the meantime. Without it the last write wins',
    ),
  name: details.name.optional(),
  email: details.email.optional(),
  phone: details.phone,
  company: details.company,
  project_ids: details.project_ids,
});
export type EditAccount = z.output<typeof EditAccount>;

/** Project membership is changed with the project. */
export const EditMember = EditAccount.omit({ project_ids: true });

export const AccountRecord = record('AccountRecord', {
  ...MemberRecord.shape,
  phone: z.string().nullable().optional(),
  company: z.string().nullable().optional(),
  project_ids: z.array(z.string()),
  version: z.number(),
});
export type AccountRecord = z.infer<typeof AccountRecord>;

export const RoleRequestRecord = record('RoleRequestRecord', {
  _id: z.string(),
  member: PersonBadge,
  from: role,
  from_label: z.string(),
  role,
  role_label: z.string(),
  reason: z.string(),
  granted: z.boolean().nullable(),
  created_at: z.string(),
  can: z.object({ decide: z.boolean() }),
});
export type RoleRequestRecord = z.infer<typeof RoleRequestRecord>;

export const ApprovalQueue = record('ApprovalQueue', {
  people: z.array(MemberRecord),
  requests: z.array(RoleRequestRecord),
});
export type ApprovalQueue = z.infer<typeof ApprovalQueue>;

export const OwnRoleRequest = RoleRequestRecord.nullable();

/** `sessions` for those who may end them. */
export const MemberDetail = record('MemberDetail', {
  ...MemberRecord.shape,
  phone: z.string().nullable().optional(),
  company: z.string().nullable().optional(),
  approval_note: z.string().nullable(),
  version: z.number().describe('Of name, email, phone, company and projects'),
  projects: z.array(z.object({ _id: z.string(), key: z.string(), name: z.string(), is_leader: z.boolean() })),
  open_tasks: z.number(),
  second_factor: z.boolean().nullable().describe('Whether there is one, for those who may reset it'),
  sessions: z
    .array(
      z.object({
        _id: z.string(),
        kind: z.string(),
        ip: z.string().nullable(),
        user_agent: z.string().nullable(),
        created_at: z.string(),
        last_seen_at: z.string(),
      }),
    )
    .nullable(),
  can: z.object({
    edit: z.boolean(),
    /** Roles the caller may give this person. */
    roles: z.array(role),
    deactivate: z.boolean(),
    reactivate: z.boolean(),
    reset_second_factor: z.boolean(),
    view_as: z.boolean().describe('Look at the pages of this client as they see them'),
    approve: z.boolean(),
    reject: z.boolean(),
  }),
});
export type MemberDetail = z.infer<typeof MemberDetail>;
