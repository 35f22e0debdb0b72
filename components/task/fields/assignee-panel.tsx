'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { assignableQuery, type Person } from '@/components/person/assignable-query';
import { call } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import { Avatar } from '@/components/ui/avatar';
import type { EditorProps } from '@/components/ui/form/editor';
import { Popover } from '@/components/ui/overlay/popover';
import { SkeletonRows } from '@/components/ui/skeleton';
import { textFilter } from '@/lib/fold';
import type { TaskCard } from '@/lib/task/schema';
import { taskPeopleKey } from '../task-query';

const SEARCH_FROM = 8;

/**
 * With `onlyMember` only that one: a user takes a task on, or drops it. A task from a list may name only some
 * assignees; then all are read first.
 */
export function AssigneePanel({
  projectId,
  chosen,
  task,
  onRead,
  onlyMember,
  label = 'Assignees',
  onChange,
  ...popover
}: EditorProps & {
  projectId: string | undefined;
  chosen: readonly Person[];
  task?: TaskCard;
  /** Called with the task read with all assignees. */
  onRead?: (task: TaskCard) => void;
  onlyMember?: string;
  label?: string;
  onChange: (people: Person[]) => void;
}) {
  const people = useQuery(assignableQuery(projectId));
  const isPartial = Boolean(task?.more_assignees);
  const whole = useQuery({
    queryKey: taskPeopleKey(task?._id, task?.version),
    queryFn: ({ signal }) => call('GET taskCard/{id}', { id: task?._id ?? '' }, { signal }),
    enabled: popover.open && isPartial,
  });
  const { data: read } = whole;
  useEffect(() => {
    if (read && isPartial) onRead?.(read);
  }, [read, isPartial, onRead]);
  const failed = [people, whole].find(({ isError }) => isError);
  return (
    <Popover {...popover} label={label}>
      <div className="w-60">
        {failed ? (
          <LoadError title="People could not be loaded" of={failed} />
        ) : (
          <AssigneeChoice
            people={
              isPartial ? undefined : people.data?.filter(({ _id }) => onlyMember === undefined || _id === onlyMember)
            }
            label={label}
            chosen={chosen}
            onChange={onChange}
          />
        )}
      </div>
    </Popover>
  );
}

export function AssigneeChoice({
  label,
  people,
  chosen,
  onChange,
  onSearch,
}: {
  label: string;
  people: readonly Person[] | undefined;
  chosen: readonly Person[];
  /** Called with what is typed, where `people` are the first of more. */
  onSearch?: (text: string) => void;
  onChange: (people: Person[]) => void;
}) {
  const name = useId();
  const [query, setQuery] = useState('');
  if (!people) return <SkeletonRows rows={4} rowHeight={36} label="Loading people" />;
  if (people.length === 0 && !query)
    return <p className="text-base text-text-2">Nobody can be assigned in this project yet.</p>;
  const fits = textFilter(query);
  const shown = people.filter(({ name }) => fits(name));
  const ticked = new Set(chosen.map(({ _id }) => _id));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{label}</legend>
      {(people.length >= SEARCH_FROM || query) && (
        <input
          dir="auto"
          type="search"
          aria-label="Find a person"
          placeholder="Find a person"
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            onSearch?.(target.value);
          }}
          className="h-8 w-full rounded-sm border border-border-strong bg-surface px-2 text-base focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-lg"
        />
      )}
      <div className="-mx-1 max-h-64 overflow-y-auto">
        {shown.map((person) => (
          <label
            key={person._id}
            className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-1 hover:bg-hover pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              name={name}
              className="checkbox focus-visible:outline-offset-1"
              checked={ticked.has(person._id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, person] : chosen.filter(({ _id }) => _id !== person._id))
              }
            />
            <Avatar person={{ id: person._id, name: person.name, picture: person.pic }} size={24} beside />
            <span dir="auto" className="min-w-0 flex-1 truncate text-base">
              {person.name}
            </span>
          </label>
        ))}
        {shown.length === 0 && <p className="p-1 text-base text-text-2">Nobody matches “{query.trim()}”.</p>}
      </div>
    </fieldset>
  );
}
