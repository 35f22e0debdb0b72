'use client';

import { useState } from 'react';
import { Avatar } from '@/components/ui/avatar';
import { RoleBadge } from '@/components/ui/badge';
import { SkeletonRows } from '@/components/ui/skeleton';
import { textFilter } from '@/lib/fold';
import type { MemberRecord } from '@/lib/member/schema';

const SEARCH_FROM = 8;

export function PeoplePicker({
  label,
  people,
  chosen,
  onChange,
}: {
  label: string;
  /** Undefined while loading. */
  people: readonly MemberRecord[] | undefined;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const [query, setQuery] = useState('');
  const fits = textFilter(query);
  const shown = people?.filter(({ name, email, _id }) => fits(`${name} ${email ?? ''}`) || chosen.includes(_id));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-text-2">
        {label} <span className="font-normal text-text-3">({chosen.length} chosen)</span>
      </legend>
      <div className="overflow-hidden rounded-sm border border-border-strong">
        {people && people.length >= SEARCH_FROM && (
          <input
            dir="auto"
            type="search"
            aria-label={`Find ${label.toLowerCase()}`}
            placeholder="Find by name or email"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            className="h-9 w-full border-b border-border bg-surface px-2.5 text-base focus-visible:-outline-offset-2 pointer-coarse:h-11"
          />
        )}
        <div className="max-h-40 overflow-y-auto">
          {!people && (
            <div className="px-2.5">
              <SkeletonRows rows={4} rowHeight={40} label="Loading people" />
            </div>
          )}
          {people?.length === 0 && <p className="p-2.5 text-base text-text-2">There is nobody to choose yet.</p>}
          {people && people.length > 0 && shown?.length === 0 && (
            <p className="p-2.5 text-base text-text-2">Nobody matches “{query.trim()}”.</p>
          )}
          {shown?.map(({ _id, name, pic, role }) => (
            <label
              key={_id}
              className="flex min-h-10 cursor-pointer items-center gap-2.5 px-2.5 hover:bg-hover pointer-coarse:min-h-11"
            >
              <input
                type="checkbox"
                className="checkbox focus-visible:outline-offset-1"
                checked={chosen.includes(_id)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, _id] : chosen.filter((one) => one !== _id))
                }
              />
              <Avatar person={{ id: _id, name, picture: pic }} size={24} beside />
              <span dir="auto" className="min-w-0 flex-1 truncate text-base">
                {name}
              </span>
              <RoleBadge role={role} />
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  );
}
