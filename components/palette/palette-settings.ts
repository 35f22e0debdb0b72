import type { Action } from '@/lib/permission/schema';

/** A part of Settings or Profile: its name, and the words people search by. */
export type Part = { id: string; label: string; words: string; needs?: Action };

/** In the page's order; a test compares them with the real ones. */
export const SETTINGS_PARTS: readonly Part[] = [
  {
    id: 'organisation',
    label: 'Organisation',
    words: 'name logo colour tint website language time zone working days holidays',
  },
  { id: 'key', label: 'Key', words: 'address subdomain url link' },
  { id: 'joining', label: 'Joining', words: 'domain sign up approval who may join' },
  { id: 'categories', label: 'Categories', words: 'kinds of projects' },
  { id: 'labels', label: 'Labels', words: 'tags of tasks colours' },
  { id: 'fields', label: 'Fields', words: 'custom fields own properties attributes choice number budget severity' },
  { id: 'workflow', label: 'Workflow', words: 'statuses columns names limits wip moves board' },
  { id: 'rules', label: 'Rules', words: 'automation when then triggers actions' },
  { id: 'templates', label: 'Templates', words: 'save use again recurring project' },
  { id: 'roles', label: 'Roles', words: 'permissions rights who may what' },
  {
    id: 'security',
    label: 'Security',
    words: 'second factor two factor 2fa mfa sessions password',
    needs: 'security.view',
  },
  { id: 'mail', label: 'Mail', words: 'email unsent smtp', needs: 'mail.view' },
  { id: 'audit', label: 'Audit log', words: 'history events who did what export', needs: 'audit.view' },
  { id: 'notifications', label: 'Notifications', words: 'email push digest quiet hours mute told' },
  { id: 'appearance', label: 'Appearance', words: 'theme dark light contrast' },
  { id: 'keyboard', label: 'Keyboard', words: 'shortcuts keys single letters' },
  {
    id: 'data',
    label: 'Export and import',
    words: 'archive backup move organisation',
    needs: 'organisation.govern',
  },
  { id: 'danger', label: 'Danger zone', words: 'delete organisation', needs: 'organisation.govern' },
];

export const PROFILE_PARTS: readonly Part[] = [
  { id: 'you', label: 'You', words: 'name picture photo avatar role request another role' },
  { id: 'regional', label: 'Regional', words: 'language time zone date format working days' },
  { id: 'appearance', label: 'Appearance', words: 'theme dark light contrast' },
  { id: 'keyboard', label: 'Keyboard', words: 'shortcuts keys single letters' },
  { id: 'calendar', label: 'Calendar', words: 'ics ical feed private address meetings subscribe' },
  { id: 'organisations', label: 'Organisations', words: 'switch leave create another organisation' },
  { id: 'security', label: 'Security', words: 'password email sessions devices second factor 2fa mfa recovery codes' },
  { id: 'your-data', label: 'Your data', words: 'download export delete account' },
];
