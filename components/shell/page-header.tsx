import type { ReactNode } from 'react';

/** A page's title, what stands beside it, and its one filled action at the right. */
export function PageHeader({
  title,
  beside,
  actions,
}: {
  title: string;
  /** Small text or controls right after the title. */
  beside?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="mb-4 flex min-h-[34px] flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="min-w-0 text-xl font-title break-words">{title}</h1>
      {beside}
      {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
