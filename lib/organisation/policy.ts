import { type Actor, may } from '@/lib/permission/policy';

export const canViewSettings = (actor: Actor) => may(actor, 'settings.view');
export const canEditOrganisation = (actor: Actor) => may(actor, 'organisation.edit');
/** Row 5: key, joining, security rules, deletion. */
export const canGovern = (actor: Actor) => may(actor, 'organisation.govern');
/** Row 3: not for team leaders. */
export const canViewSecurity = (actor: Actor) => may(actor, 'security.view');
