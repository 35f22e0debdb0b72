import { type ReactNode, useId } from 'react';
import { cn } from '@/lib/class-names';

export function SectionCard({
  title,
  beside,
  id,
  flush = false,
  children,
}: {
  title: string;
  beside?: ReactNode;
  id?: string;
  flush?: boolean;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="min-w-0 scroll-mt-[72px] overflow-clip rounded-lg border border-border bg-surface"
    >
      <div className="flex min-h-12 items-center justify-between gap-3 px-4 pt-2 sm:px-5">
        <h2 dir="auto" id={heading} className="text-lg font-semibold">
          {title}
        </h2>
        {beside}
      </div>
      <div className={cn('pt-1 pb-4', !flush && 'px-4 sm:px-5 sm:pb-5')}>{children}</div>
    </section>
  );
}
