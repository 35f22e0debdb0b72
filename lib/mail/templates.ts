import 'server-only';
import type * as codes from '@/lib/mail/templates/codes';
import type * as meetings from '@/lib/mail/templates/meetings';
import type * as membership from '@/lib/mail/templates/membership';
import type * as notices from '@/lib/mail/templates/notices';
import type * as security from '@/lib/mail/templates/security';

/** A new template is an export of one of these files. Only types: queueing renders nothing. */
type Templates = typeof codes & typeof meetings & typeof membership & typeof notices & typeof security;

export type MailTemplate = keyof Templates;
/** Must be plain JSON: it waits sealed. */
export type MailData = { [T in MailTemplate]: Parameters<Templates[T]>[0] };
