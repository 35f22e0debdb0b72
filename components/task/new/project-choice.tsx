'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useTransition } from 'react';
import { type FilterUrl, filterHref, type TaskFilters } from '@/lib/task/vocabulary.filter';

/** No key of a project. */
const MORE = '…';

/** The page's title (`children`), with the platform's own choice of a project lying over it. */
export function ProjectChoice({
  value,
  all,
  more,
  projects,
  address,
  filters,
  children,
}: {
  value: string;
  all: { name: string; href: string };
  /** Where those are that the choice has no room for. */
  more?: { name: string; href: string };
  projects: readonly { key: string; name: string }[];
  address: FilterUrl;
  filters: TaskFilters;
  children: ReactNode;
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const hrefOf = (project: string) =>
    project === MORE && more
      ? more.href
      : project
        ? filterHref({ ...address, keep: { ...address.keep, project } }, filters)
        : all.href;
  const options = [
    { value: '', label: all.name },
    ...projects.map(({ key, name }) => ({ value: key, label: name })),
    ...(more ? [{ value: MORE, label: more.name }] : []),
  ];
  return (
    <div className="title-choice" aria-busy={pending || undefined}>
      {children}
      <span aria-hidden="true" className="icon icon-chevron-down text-text-3" />
      <select
        aria-label="Project"
        value={value}
        onChange={({ target }) => start(() => router.push(hrefOf(target.value), { scroll: false }))}
        className="absolute inset-0 cursor-pointer appearance-none opacity-0"
      >
        {options.map((option) => (
          <option dir="auto" key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
