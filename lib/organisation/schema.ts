/** Runs anywhere. */
import { z } from 'zod';
import type { UploadedFile } from '@/lib/contract/endpoint';
import { isTimeZone } from '@/lib/formats';
import { email } from '@/lib/session/schema';
import { number, plainDate, properName, record } from '@/lib/validation';
import { JOIN_RULES, MAX_HOLIDAYS } from './vocabulary';

export const OrganisationSettings = record('OrganisationSettings', {
  _id: z.string(),
  name: z.string(),
  sub_domain: z.string(),
  tint: z.string(),
  logo: z.string().nullable().describe('Path of the logo, for anybody; null: the initial is shown'),
  listed: z.boolean().describe('Shown in the public directory'),
  working_days: z.array(z.number()).describe('ISO weekdays, 1 Monday to 7 Sunday'),
  holidays: z.array(z.string()).describe('Plain dates, in order'),
  time_zone: z
    .string()
    .describe('IANA name: the clock by which days are counted, such as those of time sheets and working days'),
  mail_quotes: z.boolean().describe('Emails about a mention quote how the comment or message begins'),
  client_requests: z.boolean().describe('Clients file requests; false: they are told whom to ask instead'),
  join_rule: z.enum(JOIN_RULES),
  join_domains: z.array(z.string()),
  requires_second_factor: z.boolean().optional().describe('Left out for roles that do not see security'),
  former_keys: z.array(z.string()).describe('Keys whose links redirect here'),
  created_at: z.string(),
  version: z.number(),
});
export type OrganisationSettings = z.infer<typeof OrganisationSettings>;

const workingDays = z
  .array(number.pipe(z.int().min(1, 'Days are numbered from 1, Monday.').max(7, 'Days are numbered to 7, Sunday.')))
  .min(1, 'Choose at least one working day.')
  .max(7, 'Choose at most seven days.')
  .refine((days) => new Set(days).size === days.length, 'A day is listed twice.')
  .transform((days) => [...days].sort((a, b) => a - b));

const holidays = z
  .array(plainDate)
  .max(MAX_HOLIDAYS, `At most ${MAX_HOLIDAYS} holidays.`)
  .superRefine((dates, context) => {
    const twice = dates.find((date, at) => dates.indexOf(date) !== at);
    if (twice) context.addIssue({ code: 'custom', message: `${twice} is in the list twice.` });
  })
  .transform((dates) => [...dates].sort());

const version = number.pipe(z.int().min(1));

/** What is left out stays. */
export const UpdateOrganisation = z.strictObject({
  version,
  name: properName(80, 'The name').optional(),
  tint: z
    .string()
    .regex(/^c[1-8]$/, 'A tint is one of c1 to c8.')
    .optional(),
  listed: z.boolean().optional(),
  working_days: workingDays.optional(),
  holidays: holidays.optional(),
  time_zone: z
    .string()
    .max(60, 'This is not a time zone.')
    .refine(isTimeZone, 'This is not a time zone. Write one such as Europe/Berlin.')
    .optional(),
  mail_quotes: z.boolean().optional(),
  client_requests: z.boolean().optional(),
});
export type UpdateOrganisation = z.output<typeof UpdateOrganisation>;

const LOGO_WORDS = 'Choose a picture: PNG, JPEG or WebP, 2 MB at most.';

export const UploadLogo = z.strictObject({
  file: z
    .custom<UploadedFile>((value) => (value as UploadedFile)?.bytes instanceof Uint8Array, LOGO_WORDS)
    .meta({ description: LOGO_WORDS, type: 'string', contentMediaType: 'image/*' }),
});
export type UploadLogo = z.infer<typeof UploadLogo>;

/** organisation-keys.ts says in words what is wrong with it. */
const requestedKey = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Choose a key.')
  .max(100, 'A key has 32 characters at most.');
const currentPassword = z
  .string()
  .min(1, 'Enter your current password.')
  .max(512, 'This is not your current password.');

export const AskKey = z.strictObject({ key: requestedKey });
export const ChangeKey = z.strictObject({ sub_domain: requestedKey, current_password: currentPassword });
export type ChangeKey = z.infer<typeof ChangeKey>;

export const ChangeJoinRule = z.strictObject({ version, join_rule: z.enum(JOIN_RULES, 'This rule does not exist.') });
export type ChangeJoinRule = z.infer<typeof ChangeJoinRule>;

export const ProveDomain = z.strictObject({ email });
export type ProveDomain = z.infer<typeof ProveDomain>;
export const DomainCodeSent = record('DomainCodeSent', { domain: z.string(), email: z.string() });
export type DomainCodeSent = z.infer<typeof DomainCodeSent>;

export const ConfirmDomain = z.strictObject({
  email,
  otp: z
    .string()
    .transform((value) => value.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'A code has six digits.')),
});
export type ConfirmDomain = z.output<typeof ConfirmDomain>;
export const RemoveDomain = z.strictObject({ domain: z.string().trim().toLowerCase().min(1).max(253) });
export type RemoveDomain = z.infer<typeof RemoveDomain>;

export const SecurityRules = record('SecurityRules', {
  requires_second_factor: z.boolean(),
  members: z.number().describe('Approved members'),
  members_without: z.number().describe('Those who have no second factor yet'),
  own_second_factor: z.boolean().describe('Whether the caller has one'),
});
export type SecurityRules = z.infer<typeof SecurityRules>;
export const ChangeSecurityRules = z.strictObject({
  requires_second_factor: z.boolean(),
  current_password: currentPassword,
});
export type ChangeSecurityRules = z.infer<typeof ChangeSecurityRules>;

export const DeleteOrganisation = z.strictObject({
  name: z.string().max(200).describe('The organisation’s name, typed again'),
  current_password: currentPassword,
});
export type DeleteOrganisation = z.infer<typeof DeleteOrganisation>;
export const OrganisationDeletion = record('OrganisationDeletion', {
  organisation_name: z.string(),
  sub_domain: z.string(),
  restorable_until: z.string().describe('When everything is deleted permanently'),
});
export type OrganisationDeletion = z.infer<typeof OrganisationDeletion>;
