import type { Role } from '@/components/ui/badge';

/** Specification 6. */
const READERS: readonly Role[] = ['admin', 'subadmin', 'team_leader', 'observer'];

/** Order and words are the specification's. `letter` follows G on the keyboard. */
export const PLACES = [
  { path: 'dashboard', label: 'Dashboard', letter: 'd' },
  { path: 'project', label: 'Project', letter: 'p' },
  { path: 'task', label: 'Task', letter: 't' },
  { path: 'file_manager', label: 'File', letter: 'f' },
  { path: 'userlist', label: 'Users', letter: 'u', roles: READERS },
  { path: 'settings', label: 'Settings', letter: 's', roles: READERS },
] as const satisfies readonly { path: string; label: string; letter: string; roles?: readonly Role[] }[];

/** Behind the bell, not in the navigation. */
export const INBOX = { path: 'notifications', label: 'the inbox', letter: 'i' } as const;

export type PlacePath = (typeof PLACES)[number]['path'];

export const placesFor = (role: Role) => PLACES.filter((place) => !('roles' in place) || place.roles.includes(role));

/** Pages that belong to a place although their URL differs. */
const BELONGS: Record<string, PlacePath> = { projectdetails: 'project', taskpage: 'task' };

/** The place to highlight on the page `segment`. */
export const placeOf = (segment: string | null): string | null => (segment ? (BELONGS[segment] ?? segment) : null);
