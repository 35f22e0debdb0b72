'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Mentionable } from '@/components/person/assignable-query';
import { useCombobox } from '@/components/ui/form/use-combobox';
import { peopleLike, type Trigger, tasksLike } from './suggestion';
import { taskSuggestionsQuery } from './suggestion-query';

/** `insert` replaces the sign and what was written after it. */
export type Suggestion = { id: string; insert: string; name: string; picture?: string | null; key?: string };

const DEBOUNCE = 120;
/** One answer has no more people. */
const MOST = 200;

/**
 * People that the writer may name, and tasks that the writer sees.
 * @param mentionable with a part of their name
 */
export function useSuggestions(
  mentionable: (q: string) => Mentionable,
  put: (trigger: Trigger, insert: string) => void,
) {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const wanted = trigger?.query.trim() ?? '';
  const asked = useDebounced(wanted);
  const people = useQuery({ ...mentionable(''), enabled: trigger?.kind === 'person' });
  // Where one answer does not name everybody, the others are asked for by name.
  const others = useQuery({
    ...mentionable(asked),
    enabled: trigger?.kind === 'person' && asked !== '' && people.data?.length === MOST,
    placeholderData: keepPreviousData,
  });
  const known = new Map([...(people.data ?? []), ...(others.data ?? [])].map((one) => [one._id, one]));
  const tasks = useQuery({ ...taskSuggestionsQuery(asked), enabled: trigger?.kind === 'task' && asked !== '' });

  // Until the answer to what is written now has come, what is left of the one before.
  const found = tasks.isPlaceholderData || asked !== wanted ? tasksLike(tasks.data ?? [], wanted) : (tasks.data ?? []);
  const options: Suggestion[] = !trigger
    ? []
    : trigger.kind === 'person'
      ? peopleLike([...known.values()], trigger.query).map(({ _id, name, pic }) => ({
          ...{ id: _id, name, picture: pic },
          insert: `@${name} `,
        }))
      : (asked ? found : []).map(({ _id, key, title }) => ({
          ...{ id: _id, key, name: title },
          insert: `${key} `,
        }));
  const close = () => setTrigger(null);
  function choose(option: Suggestion) {
    if (trigger) put(trigger, option.insert);
    close();
  }
  const combobox = useCombobox(options.length, (index) => options[index] && choose(options[index]), {
    close,
    tab: true,
  });
  return {
    ...combobox,
    options,
    choose,
    close,
    look: (now: Trigger | null) => {
      setTrigger(now);
      combobox.reset();
    },
  };
}

/** The last value, once it has stayed. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [value]);
  return value ? settled : '';
}
