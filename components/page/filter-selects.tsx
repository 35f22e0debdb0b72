'use client';

import Form from 'next/form';
import { useRouter } from 'next/navigation';
import { startTransition, useOptimistic } from 'react';
import { addressWith, type Search, textOf } from './search-params';

export type FilterSelect = {
  name: string;
  label: string;
  /** What nothing chosen is called. */
  all: string;
  options: readonly { value: string; label: string }[];
};

/** Each narrows the list as soon as something is chosen; without scripts by the button. */
export function FilterSelects({
  path,
  search,
  selects,
  kept,
}: {
  path: string;
  search: Search;
  selects: readonly FilterSelect[];
  kept: readonly string[];
}) {
  const router = useRouter();
  const [chosen, choose] = useOptimistic(search);
  return (
    <Form action={path} scroll={false} className="flex min-w-0 flex-wrap gap-2 max-sm:w-full">
      {kept
        .filter((name) => textOf(search, name))
        .map((name) => (
          <input key={name} type="hidden" name={name} value={textOf(search, name)} />
        ))}
      {selects.map(({ name, label, all, options }) => (
        <span key={name} className="relative min-w-0 flex-1 sm:w-44 sm:flex-none">
          <select
            name={name}
            aria-label={label}
            value={textOf(chosen, name)}
            onChange={({ target }) => {
              const { value } = target;
              startTransition(() => {
                choose({ ...chosen, [name]: value });
                router.push(addressWith(path, search, { [name]: value || null }), { scroll: false });
              });
            }}
            className="h-[34px] w-full appearance-none truncate rounded-sm border border-border-strong bg-surface pr-8 pl-2.5 text-base focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
          >
            <option dir="auto" value="">
              {all}
            </option>
            {options.map(({ value, label }) => (
              <option dir="auto" key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <span
            aria-hidden="true"
            className="icon icon-chevron-down pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-text-3"
          />
        </span>
      ))}
      <noscript>
        <button type="submit">Show</button>
      </noscript>
    </Form>
  );
}
