import type { ReactNode } from 'react';
import { PageTitle } from './page-title';

export function PageHeader({
  title,
  tabTitle = title,
  beside,
  actions,
}: {
  title: string;
  /** The browser tab's title, where `title` alone does not tell two pages apart. */
  tabTitle?: string;
  beside?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="mb-4 flex min-h-[34px] flex-wrap items-center gap-x-3 gap-y-2">
      <PageTitle>{tabTitle}</PageTitle>
      <h1 dir="auto" className="min-w-0 text-xl font-title break-words">
        {title}
      </h1>
      {beside}
      {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
