/** Names of emails, for those who see that one did not leave. Runs anywhere. */
import type { MailTemplate } from '@/lib/mail/templates';

const MAIL_LABEL: Partial<Record<MailTemplate, string>> = {
  foundCode: 'Code to confirm a new organisation',
  joinCode: 'Code to confirm an email',
  resetCode: 'Code for a new password',
  alreadyMember: 'Notice: already a member',
  existingAccount: 'Notice: already has an account',
  invitation: 'Invitation',
  approved: 'Approval',
  rejected: 'Rejection',
  declinedLately: 'Notice: recently declined',
  roleChanged: 'Change of role',
  emailCode: 'Code to confirm a new email',
  domainCode: 'Code to confirm a domain',
  passwordChanged: 'Notice: password changed',
  emailChanged: 'Notice: email changed',
  securityNotice: 'Notice about security',
  organisationDeleted: 'Notice: organisation deleted',
  organisationRestored: 'Notice: organisation restored',
  notice: 'Notification',
  digest: 'Notifications of a day',
};

/** Templates without a description are spelled out. */
export function mailInWords(template: string | null): string {
  if (!template) return 'Mail';
  const known = Object.hasOwn(MAIL_LABEL, template) ? MAIL_LABEL[template as MailTemplate] : undefined;
  if (known) return known;
  const spelled = template.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

/** waiting: not tried, or being tried · retrying: failed, tried again by itself · given_up: no longer tried. */
export const MAIL_STATES = ['waiting', 'retrying', 'given_up'] as const;
export type MailState = (typeof MAIL_STATES)[number];
export const MAIL_STATE_LABEL: Record<MailState, string> = {
  waiting: 'Waiting',
  retrying: 'Retrying',
  given_up: 'Failed',
};
