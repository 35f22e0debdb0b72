import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

const chipStyle = (active: boolean, fits?: number) =>
  active ? 'chip chip-active' : fits ? `chip fits-${fits}` : 'chip';

type ChipParts = { active: boolean; children: ReactNode };

/** `fits`: the step of its row (`stepsOf`) below which it folds away, unless it is set. */
export function FilterChip({
  href,
  active,
  fits,
  count,
  children,
}: ChipParts & { href: string; fits?: number; count?: number }) {
  return (
    <Link href={href} scroll={false} aria-current={active ? 'true' : undefined} className={chipStyle(active, fits)}>
      {children}
      {count === undefined ? null : <span className="tabular-nums">{count}</span>}
    </Link>
  );
}

export function FilterChipButton({ onClick, active, children }: ChipParts & { onClick: () => void }) {
  return (
    <button type="button" aria-pressed={active} onClick={onClick} className={chipStyle(active)}>
      {children}
    </button>
  );
}
