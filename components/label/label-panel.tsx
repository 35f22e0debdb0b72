'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import { Button } from '@/components/ui/button';
import type { EditorProps } from '@/components/ui/form/editor';
import { Popover } from '@/components/ui/overlay/popover';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useActor } from '@/components/viewer/shell-context';
import { bidi, isolated } from '@/lib/bidi';
import { textFilter } from '@/lib/fold';
import { canCreateLabel } from '@/lib/label/policy';
import type { TaskLabel } from '@/lib/label/schema';
import { LabelChips } from './label-chips';
import { labelsQuery } from './label-query';

type Choice = { chosen: readonly TaskLabel[]; onChange: (labels: TaskLabel[]) => void };

/** Chooses labels of a task; who may make labels makes the one that is not found. */
export function LabelPanel({ chosen, onChange, ...popover }: EditorProps & Choice) {
  const labels = useQuery(labelsQuery);
  return (
    <Popover {...popover} label="Labels">
      <div className="w-60">
        {labels.isError ? (
          <LoadError title="Labels could not be loaded" of={labels} />
        ) : labels.data ? (
          <LabelChoice labels={labels.data} chosen={chosen} onChange={onChange} />
        ) : (
          <SkeletonRows rows={4} rowHeight={36} label="Loading labels" />
        )}
      </div>
    </Popover>
  );
}

function LabelChoice({ labels, chosen, onChange }: Choice & { labels: readonly TaskLabel[] }) {
  const mayCreate = canCreateLabel(useActor());
  const queries = useQueryClient();
  const [query, setQuery] = useState('');
  const name = query.normalize().trim();
  const fits = textFilter(query);
  const shown = labels.filter((label) => fits(label.name));
  const isNew = name && !labels.some((label) => label.name.toLowerCase() === name.toLowerCase());
  const ticked = new Set(chosen.map(({ _id }) => _id));
  const creation = useMutation({
    mutationFn: () => call('POST label', { name, colour: `c${(labels.length % 8) + 1}` }),
    onSuccess: (made) => {
      queries.setQueryData(labelsQuery.queryKey, (known) => known && [...known, made]);
      onChange([...chosen, made]);
      setQuery('');
    },
  });
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Labels</legend>
      <input
        dir="auto"
        type="search"
        aria-label={mayCreate ? 'Find or create a label' : 'Find a label'}
        placeholder={mayCreate ? 'Find or create a label' : 'Find a label'}
        data-limit={60}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isNew || !mayCreate || creation.isPending) return;
          event.preventDefault();
          creation.mutate();
        }}
        className="h-8 w-full rounded-sm border border-border-strong bg-surface px-2 text-base focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
      />
      <div className="-mx-1 max-h-64 overflow-y-auto">
        {shown.map((label) => (
          <label
            key={label._id}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-1 hover:bg-hover pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              aria-label={label.name}
              className="checkbox focus-visible:outline-offset-1"
              checked={ticked.has(label._id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, label] : chosen.filter(({ _id }) => _id !== label._id))
              }
            />
            <LabelChips labels={[label]} />
          </label>
        ))}
        {shown.length === 0 && (
          <p className="p-1 text-base text-text-2">
            {name ? bidi`No label matches “${name}”.` : 'There are no labels yet.'}
          </p>
        )}
      </div>
      {mayCreate && isNew && (
        <Button
          size="compact"
          icon={<Plus />}
          pending={creation.isPending}
          pendingText="Creating"
          onClick={() => creation.mutate()}
        >
          Create “{isolated(name)}”
        </Button>
      )}
      {creation.isError && (
        <p role="alert" className="text-sm text-danger-text">
          {reasonOf(creation.error)}
        </p>
      )}
    </fieldset>
  );
}
