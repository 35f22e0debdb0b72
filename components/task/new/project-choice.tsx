'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { SelectField } from '@/components/ui/form/select-field';
import { type FilterUrl, filterHref, type TaskFilters } from '@/lib/task/vocabulary.filter';

export function ProjectChoice({
  value,
  all,
  projects,
  address,
  filters,
}: {
  value: string;
  all: { name: string; href: string };
  projects: readonly { key: string; name: string }[];
  address: FilterUrl;
  filters: TaskFilters;
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const hrefOf = (project: string) =>
    project ? filterHref({ ...address, keep: { ...address.keep, project } }, filters) : all.href;
  return (
    <div className="w-56 max-w-full max-sm:w-40" aria-busy={pending || undefined}>
      <SelectField
        label="Project"
        labelHidden
        value={value}
        options={[{ value: '', label: all.name }, ...projects.map(({ key, name }) => ({ value: key, label: name }))]}
        onChange={({ target }) => start(() => router.push(hrefOf(target.value), { scroll: false }))}
      />
    </div>
  );
}
