import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Page } from '@/components/live/collection';
import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskCard } from '@/lib/task/schema';
import type { Outcomes } from './bulk-pieces';

/** Tasks that can be selected together: each is kept here, and changed by its own rules. */
const MOST_SELECTED = 5000;

export type Selection = {
  /** The rows that are loaded. */
  docs: readonly TaskCard[];
  /** How many match. */
  total: number;
  /** Keys. */
  selected: ReadonlySet<string>;
  onSelect: (keys: readonly string[]) => void;
};
/** Reads those that follow the loaded ones. */
export type Below = { below: (most: number) => Promise<Page<TaskCard>> };

/** The selected tasks, also those that the list has not drawn: they are read when all that match are asked for. */
export function useAllMatching({ docs, total, selected, onSelect, below }: Selection & Below) {
  const [rest, setRest] = useState<readonly TaskCard[]>([]);
  const tasks = useMemo(() => {
    const loaded = new Set(docs.map(({ _id }) => _id));
    return [...docs, ...rest.filter(({ _id }) => !loaded.has(_id))].filter(({ key }) => selected.has(key));
  }, [docs, rest, selected]);
  const reading = useMutation({ mutationFn: () => below(MOST_SELECTED - docs.length) });
  const most = Math.min(total, MOST_SELECTED);
  return {
    tasks,
    /** What was changed is as it is now. */
    learn: (outcomes: Outcomes) => {
      if (!outcomes.length) return;
      const cards = new Map(outcomes.map(({ _id, card }) => [_id, card]));
      setRest((known) => known.map((card) => cards.get(card._id) ?? card));
    },
    more: tasks.length < most && {
      words: total > most ? `Select the first ${most}` : `Select all ${total}`,
      pending: reading.isPending,
      select: () =>
        reading.mutate(undefined, {
          // Not where the selection was let go meanwhile.
          onSuccess: (page) => {
            setRest(page.docs);
            onSelect([...docs, ...page.docs].slice(0, most).map(({ key }) => key));
          },
          onError: (error) =>
            showToast({ kind: 'failure', text: `They could not all be selected. ${reasonOf(error)}` }),
        }),
    },
  };
}
