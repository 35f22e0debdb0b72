import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';

export function AllLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex min-h-6 shrink-0 items-center rounded-xs text-sm text-accent-text hover:underline pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  );
}
