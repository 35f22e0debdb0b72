/** Runs anywhere. */
import { z } from 'zod';
import { type Action, ROLES } from '@/lib/permission/schema';
import { projectReference } from '@/lib/project/schema';
import { id, listOf, number, paging, record, search } from '@/lib/validation';

/** `-`: descending. */
export const MEMBER_SORTS = ['name', '-name', 'role', '-role', 'seen', '-seen'] as const;

export const ListMembers = z.strictObject({
  q: search.optional(),
  ids: listOf(id).optional().describe('Only these people, as far as the caller sees them'),
  role: listOf(z.enum(ROLES)).optional(),
  approval_status: listOf(number.pipe(z.union([z.literal(0), z.literal(1), z.literal(2)]))).optional(),
  deactivated: z.union([z.boolean(), z.stringbool()]).optional().describe('Those who were deactivated, and only those'),
  not_entered: z.union([z.boolean(), z.stringbool()]).optional().describe('Only accounts that nobody has used yet'),
  sort: z
    .enum(MEMBER_SORTS)
    .default('name')
    .describe('`role` from the admins down; `seen` only for those who see when others were here'),
  ...paging,
});
export type ListMembers = z.output<typeof ListMembers>;

/** `assign`: who can be given a task; `mention`: whom a comment can name, clients included. */
export const ListPickable = z.strictObject({
  project_id: projectReference,
  purpose: z.enum(['assign', 'mention']).default('assign'),
  q: search.optional(),
  ...paging,
});
export type ListPickable = z.output<typeof ListPickable>;

export const ListByRole = z.strictObject({ q: search.optional(), ...paging });
export type ListByRole = z.output<typeof ListByRole>;

/** `email` and `phone` are left out for roles that may not see them. */
export const MemberRecord = record('MemberRecord', {
  _id: z.string(),
  name: z.string(),
  email: z.string().optional(),
  role: z.enum(ROLES),
  role_label: z.string(),
  pic: z.string().nullable(),
  approval_status: z.number(),
  approval_label: z.string(),
  created_at: z.string(),
  last_seen_at: z.string().nullable(),
  deactivated: z.literal(true).optional(),
  namesake: z.number().optional().describe('From 2 on, where somebody else’s name looks like theirs'),
  not_entered: z.literal(true).optional().describe('The account was made for them, and they have not used it yet'),
});
export type MemberRecord = z.infer<typeof MemberRecord>;

/** Rulings 11: clients see only names and pictures of their contacts. */
const ContactRecord = MemberRecord.pick({ _id: true, name: true, pic: true }).strict().meta({ id: 'ContactRecord' });

/** As much as the caller's role may see. */
export const ListedPerson = z.union([MemberRecord.strict().meta({ id: 'ListedMember' }), ContactRecord]);
export type ListedPerson = z.infer<typeof ListedPerson>;

/** `permissions`: how far each right reaches for this role. */
export const CurrentMember = record('CurrentMember', {
  ...MemberRecord.shape,
  organisation: z.object({ organisation_name: z.string(), sub_domain: z.string() }),
  permissions: z.record(z.string() as unknown as z.ZodType<Action>, z.string()),
});
export type CurrentMember = z.infer<typeof CurrentMember>;
