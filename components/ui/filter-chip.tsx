import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

const chipStyle = (active: boolean, fits?: number) =>
  active ? 'chip chip-active' : fits ? `chip fits-${fits}` : 'chip';

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

/** `fits`: the step of its row (`stepsOf`) below which it folds away, unless it is set. */
export function FilterChip({ href, active, fits, ...body }: ChipParts & { href: string; fits?: number }) {
  return (
    <Link href={href} scroll={false} aria-current={active ? 'true' : undefined} className={chipStyle(active, fits)}>
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
