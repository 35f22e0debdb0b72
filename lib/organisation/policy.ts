import { type Actor, may } from '@/lib/permission/policy';

/** Row 3: everybody who may open the settings reads what the organisation is. */
export const canViewSettings = (actor: Actor) => may(actor, 'settings.view');
/** Row 4: profile and defaults. */
export const canEditOrganisation = (actor: Actor) => may(actor, 'organisation.edit');
/** Row 5: key, who comes in by themselves, security rules, deletion. */
export const canGovern = (actor: Actor) => may(actor, 'organisation.govern');
/** Row 3: a team leader reads the settings without their security. */
export const canViewSecurity = (actor: Actor) => may(actor, 'security.view');
