'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/class-names';

const FIRST = 6;

/** A phone shows the first six, and the rest on demand. */
export function RightsList({ title, rights }: { title: string; rights: readonly string[] }) {
  const [all, setAll] = useState(false);
  if (!rights.length) return null;
  return (
    <section>
      <h3 dir="auto" className="text-base font-semibold">
        {title}
      </h3>
      <ul className="mt-1 list-disc pl-5 text-base text-text-2">
        {rights.map((right, at) => (
          <li key={right} className={cn(!all && at >= FIRST && 'max-sm:hidden')}>
            {right}
          </li>
        ))}
      </ul>
      {!all && rights.length > FIRST && (
        <div className="mt-1 sm:hidden">
          <Button size="compact" variant="quiet" onClick={() => setAll(true)}>
            Show all {rights.length}
          </Button>
        </div>
      )}
    </section>
  );
}
