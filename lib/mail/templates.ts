import 'server-only';
import type * as codes from '@/lib/mail/templates/codes';
import type * as membership from '@/lib/mail/templates/membership';
import type * as security from '@/lib/mail/templates/security';

/** Every template there is; a new one is an export of one of these files. Types alone: queueing renders nothing. */
type Templates = typeof codes & typeof membership & typeof security;

export type MailTemplate = keyof Templates;
/** What each template needs to say what it says. Must be plain JSON: it waits in the outbox, sealed. */
export type MailData = { [T in MailTemplate]: Parameters<Templates[T]>[0] };
