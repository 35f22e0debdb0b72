import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { cn } from '@/lib/class-names';

const chipStyle = (active: boolean) =>
  cn(
    'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm whitespace-nowrap transition-colors pointer-coarse:min-h-11 pointer-coarse:px-4',
    active
      ? 'border-accent bg-accent-soft font-medium text-accent-text'
      : 'border-border bg-surface text-text-2 hover:bg-hover hover:text-text',
  );

type ChipParts = { active: boolean; count?: number; icon?: ReactNode; children: ReactNode };

function ChipBody({ count, icon, children }: Omit<ChipParts, 'active'>) {
  return (
    <>
      {icon}
      {children}
      {count === undefined ? null : <span className="tabular-nums">{count}</span>}
    </>
  );
}

export function FilterChip({ href, active, ...body }: ChipParts & { href: string }) {
  return (
    <Link href={href} scroll={false} aria-current={active ? 'true' : undefined} className={chipStyle(active)}>
      <ChipBody {...body} />
    </Link>
  );
}

export function FilterChipButton({ onClick, active, ...body }: ChipParts & { onClick: () => void }) {
  return (
    <button type="button" aria-pressed={active} onClick={onClick} className={chipStyle(active)}>
      <ChipBody {...body} />
    </button>
  );
}
