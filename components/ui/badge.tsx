import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/class-names';
import { VisuallyHidden } from './visually-hidden';

export type Role = 'admin' | 'subadmin' | 'team_leader' | 'user' | 'client' | 'observer';

const ROLE: Record<Role, { label: string; look: string }> = {
  admin: { label: 'Admin', look: 'bg-c1-soft text-c1-text' },
  subadmin: { label: 'Sub Admin', look: 'bg-c4-soft text-c4-text' },
  team_leader: { label: 'Team Leader', look: 'bg-c3-soft text-c3-text' },
  user: { label: 'User', look: 'bg-hover text-text-2' },
  client: { label: 'Client', look: 'bg-c2-soft text-c2-text' },
  observer: { label: 'Observer', look: 'border border-c8 bg-c8-soft text-c8-text' },
};

export function roleLabel(role: Role): string {
  return ROLE[role].label;
}

const SHAPE = 'inline-flex min-h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap';

export function RoleBadge({ role }: { role: Role }) {
  return <span className={cn(SHAPE, ROLE[role].look)}>{ROLE[role].label}</span>;
}

/** Marks what clients can see. Only the eye on narrow cards; `wordClass` may hide the word elsewhere. */
export function ClientBadge({ wordClass }: { wordClass?: string }) {
  return (
    <span title="Visible to client" className={cn(SHAPE, 'bg-warn-soft text-warn-text')}>
      <Eye className="size-3" />
      <VisuallyHidden>Visible to client</VisuallyHidden>
      <span aria-hidden="true" className={cn('@max-[17rem]/task:hidden', wordClass)}>
        Client
      </span>
    </span>
  );
}

const TONE = {
  neutral: 'bg-hover text-text-2',
  accent: 'bg-accent-soft text-accent-text',
  danger: 'bg-danger-soft text-danger-text',
  warn: 'bg-warn-soft text-warn-text',
  ok: 'bg-ok-soft text-ok-text',
  info: 'bg-info-soft text-info-text',
} as const;

export type BadgeTone = keyof typeof TONE;

export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: BadgeTone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={cn(SHAPE, TONE[tone])}>
      {icon}
      {children}
    </span>
  );
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
