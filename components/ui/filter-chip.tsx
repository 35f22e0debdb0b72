import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

const chipStyle = (active: boolean) => (active ? 'chip chip-active' : 'chip');

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
