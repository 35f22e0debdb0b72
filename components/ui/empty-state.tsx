import type { ReactNode } from 'react';

export function EmptyState({
  title,
  children,
  icon,
  action,
  link,
  headingLevel = 2,
}: {
  title: string;
  /** One sentence; for those who may not add things, it says who will. */
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  link?: ReactNode;
  headingLevel?: 1 | 2 | 3;
}) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-border px-6 py-12 text-center [&_svg]:size-5">
      {icon && (
        <span className="flex size-10 items-center justify-center rounded-full bg-hover text-text-3">{icon}</span>
      )}
      <div>
        <Heading dir="auto" className="text-lg font-semibold">
          {title}
        </Heading>
        {children && <div className="mx-auto mt-1 max-w-[52ch] text-base text-balance text-text-2">{children}</div>}
      </div>
      {(action || link) && (
        <div className="flex flex-wrap items-center justify-center gap-3">
          {action}
          {link}
        </div>
      )}
    </div>
  );
}
