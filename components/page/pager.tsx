'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button-link';
import { useFormats } from '@/components/ui/formats';
import { addressWith, type Search } from './search-params';

export function Pager({
  path,
  search,
  page,
  limit,
  total,
  noun,
}: {
  path: string;
  search: Search;
  /** From 1. */
  page: number;
  limit: number;
  total: number;
  /** Plural, e.g. "projects". */
  noun: string;
}) {
  const { number } = useFormats();
  const pages = Math.ceil(total / limit);
  if (pages < 2) return null;
  return (
    <nav aria-label={`Pages of ${noun}`} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-text-2 tabular-nums" suppressHydrationWarning>
        {number((page - 1) * limit + 1)} to {number(Math.min(page * limit, total))} of {number(total)} {noun}
      </p>
      <div className="flex gap-2">
        {page > 1 && (
          <ButtonLink href={addressWith(path, search, { page: page - 1 })} prefetch={false} icon={<ChevronLeft />}>
            Previous
          </ButtonLink>
        )}
        {page < pages && (
          <ButtonLink href={addressWith(path, search, { page: page + 1 })} prefetch={false} icon={<ChevronRight />}>
            Next
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}
