/** No validator here: this file ships to browsers. */

export const PROJECT_TYPES = ['mobile_application', 'web_application'] as const;
export const PROJECT_TYPE_LABEL: Record<(typeof PROJECT_TYPES)[number], string> = {
  mobile_application: 'Mobile Application',
  web_application: 'Web Application',
};
export const PROJECT_STATUSES = ['active', 'on_hold', 'completed', 'archived'] as const;
export const PROJECT_STATUS_LABEL: Record<(typeof PROJECT_STATUSES)[number], string> = {
  active: 'Active',
  on_hold: 'On hold',
  completed: 'Completed',
  archived: 'Archived',
};

/** How an active project stands; the same for all who see it. */
export const PROJECT_HEALTH = ['on_track', 'at_risk', 'late'] as const;
export type Health = (typeof PROJECT_HEALTH)[number];

/** Projects of which a view over all has tasks, and so listens to: an archived one only where the filter names it. */
export const listenedTo = (projects: readonly { _id: string; key: string; status?: string }[], filter = ''): string[] =>
  projects
    .filter(({ _id, key, status }) => status !== 'archived' || filter.includes(key) || filter.includes(_id))
    .map(({ _id }) => _id);

/** Whom one call names. */
export const MOST_PEOPLE = 500;

/** `Website relaunch` → WEB. Other letters are left out; if none remain, PRJ. */
export function keyFromName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .toUpperCase();
  const [first = '', ...rest] = plain
    .replace(/^[0-9 ]+/, '')
    .trim()
    .split(/ +/);
  const key = (first.length >= 3 ? first : first + rest.join('')).slice(0, 3);
  return key.length >= 2 ? key : 'PRJ';
}
