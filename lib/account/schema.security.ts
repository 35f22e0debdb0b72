/** Runs anywhere. */
import { z } from 'zod';
import { email, givenPassword, otp, secondCode } from '@/lib/session/schema';
import { id, paging, record } from '@/lib/validation';

export const Reauthenticate = z.strictObject({ current_password: givenPassword });

/** Nothing counts before `confirmTotp`. */
export const TotpSetup = record('TotpSetup', {
  secret: z.string().describe('Base32, to be typed into an authenticator'),
  address: z.string().describe('`otpauth://`, what the picture says'),
  qr: z.object({ size: z.number(), path: z.string() }).describe('An SVG path of unit squares, `size` × `size`'),
});
export type TotpSetup = z.infer<typeof TotpSetup>;

export const ConfirmTotp = z.strictObject({ code: otp });
export type ConfirmTotp = z.output<typeof ConfirmTotp>;

export const DisableTotp = z.strictObject({ current_password: givenPassword, code: secondCode });
export type DisableTotp = z.output<typeof DisableTotp>;

/** Each works once in place of an authenticator's code. */
export const RecoveryCodes = record('RecoveryCodes', { recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const OwnSecurity = record('OwnSecurity', {
  email: z.string().describe('What one signs in with'),
  pending_email: z.string().nullable().describe('Waits for its code: `confirmAddress`'),
  password_changed_at: z.string(),
  password_due: z.boolean().describe('Somebody else set the password: it has to be changed first'),
  second_factor: z.object({
    enabled_at: z.string().nullable(),
    recovery_codes_left: z.number(),
    required_by: z.array(z.string()).describe('Organisations of the caller that require one'),
  }),
});
export type OwnSecurity = z.infer<typeof OwnSecurity>;

export const ListOwnSessions = z.strictObject(paging);
export type ListOwnSessions = z.output<typeof ListOwnSessions>;

/** In any of the caller's organisations. */
export const OwnSession = record('OwnSession', {
  _id: z.string(),
  current: z.boolean().describe('The one that asks'),
  kind: z.enum(['browser', 'bearer']),
  device: z.string().describe('Browser and system in words'),
  ip: z.string().nullable(),
  organisation_name: z.string(),
  sub_domain: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const SessionReference = z.strictObject({ id });
export const SessionsEnded = record('SessionsEnded', { ended: z.number() });

export const ChangeAddress = z.strictObject({ email, current_password: givenPassword });
export type ChangeAddress = z.output<typeof ChangeAddress>;
export const PendingEmail = record('PendingEmail', { pending_email: z.string() });

export const ConfirmAddress = z.strictObject({ otp });
export type ConfirmAddress = z.output<typeof ConfirmAddress>;
export const ConfirmedEmail = record('ConfirmedEmail', { email: z.string() });
