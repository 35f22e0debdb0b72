'use client';

import { useState } from 'react';
import { FilterEditor } from '@/components/task/filter/filter-editor';
import { sayItem } from '@/components/task/filter/filter-words';
import { useFormats } from '@/components/ui/formats';
import { type Item, parseFilter, printFilter } from '@/lib/filter/format';
import type { Names } from './rule-words';

/** Which tasks the rule is for, in the language of filters. */
export function RuleFilter({
  filter,
  names,
  projects,
  onChange,
}: {
  filter: string;
  names: Names;
  projects: readonly { key: string; name: string }[];
  onChange: (filter: string) => void;
}) {
  const formats = useFormats();
  const [open, setOpen] = useState<number | null>(null);
  const [learnt, learn] = useState<Names>({});
  const known = { ...names, ...learnt };
  const group = parseFilter(filter);
  const put = (at: number, item: Item | null) =>
    onChange(printFilter({ ...group, of: item ? group.of.toSpliced(at, 1, item) : group.of.toSpliced(at, 1) }));
  return (
    <div className="flex flex-wrap gap-2">
      {[...group.of, null].map((item, at) => (
        <FilterEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place; two may be the same.
          key={at}
          trigger={
            <button type="button" className={item ? 'chip chip-active' : 'chip'}>
              {item ? sayItem(item, known, formats) : '+ Condition'}
            </button>
          }
          open={open === at}
          onOpenChange={(wanted) => setOpen(wanted ? at : null)}
          item={item}
          names={known}
          projects={projects}
          marksAudience
          onName={(id, name) => learn((before) => ({ ...before, [id]: name }))}
          onChange={(next) => put(at, next)}
        />
      ))}
    </div>
  );
}
