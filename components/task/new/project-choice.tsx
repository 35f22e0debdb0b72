'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { SelectField } from '@/components/ui/form/select-field';
import { type FilterUrl, filterHref, type TaskFilters } from '@/lib/task/vocabulary.filter';

/** No key of a project. */
const MORE = '…';

export function ProjectChoice({
  value,
  all,
  more,
  projects,
  address,
  filters,
}: {
  value: string;
  all: { name: string; href: string };
  /** Where those are that the choice has no room for. */
  more?: { name: string; href: string };
  projects: readonly { key: string; name: string }[];
  address: FilterUrl;
  filters: TaskFilters;
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const hrefOf = (project: string) =>
    project === MORE && more
      ? more.href
      : project
        ? filterHref({ ...address, keep: { ...address.keep, project } }, filters)
        : all.href;
  return (
    <div className="w-56 max-w-full max-sm:w-34" aria-busy={pending || undefined}>
      <SelectField
        label="Project"
        labelHidden
        value={value}
        options={[
          { value: '', label: all.name },
          ...projects.map(({ key, name }) => ({ value: key, label: name })),
          ...(more ? [{ value: MORE, label: more.name }] : []),
        ]}
        onChange={({ target }) => start(() => router.push(hrefOf(target.value), { scroll: false }))}
      />
    </div>
  );
}
