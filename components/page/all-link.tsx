import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

export function AllLink({ href, onClick, children }: { href: string; onClick?: () => void; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      onClick={onClick}
      className="inline-flex min-h-6 shrink-0 items-center rounded-xs text-sm text-accent-text hover:underline pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  );
}
