'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { SelectField } from '@/components/ui/form/select-field';

export function ProjectChoice({
  value,
  options,
}: {
  value: string;
  options: readonly { key: string; name: string; href: string }[];
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  return (
    <div className="w-56 max-w-full max-sm:w-40" aria-busy={pending || undefined}>
      <SelectField
        label="Project"
        labelHidden
        value={value}
        options={options.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={({ target }) => {
          const chosen = options.find(({ key }) => key === target.value);
          if (chosen) start(() => router.push(chosen.href, { scroll: false }));
        }}
      />
    </div>
  );
}
