import type { ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden';

export type Role = 'admin' | 'subadmin' | 'team_leader' | 'user' | 'client' | 'observer';

const ROLE: Record<Role, string> = {
  admin: 'Admin',
  subadmin: 'Sub Admin',
  team_leader: 'Team Leader',
  user: 'User',
  client: 'Client',
  observer: 'Observer',
};

export function roleLabel(role: Role): string {
  return ROLE[role];
}

export function RoleBadge({ role }: { role: Role }) {
  return <span className={`badge badge-${role}`}>{ROLE[role]}</span>;
}

/** Marks what clients can see; where it is narrow, only the eye. */
export function ClientBadge() {
  return (
    <span title="Visible to client" className="mark-client">
      <VisuallyHidden>Visible to client</VisuallyHidden>
      <span aria-hidden="true" className="word-client">
        Client
      </span>
    </span>
  );
}

export type BadgeTone = 'neutral' | 'accent' | 'danger' | 'warn' | 'ok' | 'info' | 'internal' | 'client';

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** Nothing at 0; "99+" above 99. The button around it says the number in words. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      className="inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-danger px-1 text-2xs font-semibold text-on-accent tabular-nums"
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
