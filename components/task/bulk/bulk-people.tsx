'use client';

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { assignableQuery, type Person } from '@/components/person/assignable-query';
import { LoadError } from '@/components/query/load-error';
import { Button } from '@/components/ui/button';
import type { EditorProps } from '@/components/ui/form/editor';
import { Popover } from '@/components/ui/overlay/popover';
import type { TaskCard } from '@/lib/task/schema';
import { AssigneeChoice } from '../fields/assignee-panel';
import { filterPeopleQuery } from '../filter/filter-query';
import type { Looks } from '../task-edit';
import { common, ofAll, ticks } from './bulk-common';
import { wholeTasksQuery } from './bulk-query';
import type { BulkSet } from './bulk-undo';

const peopleOf = ({ assignees }: TaskCard): readonly Person[] => assignees;

/** Whom the list does not name stay in view. */
const withOthers = (people: readonly Person[], others: readonly Person[]) => [
  ...new Map([...people, ...others].map((one) => [one._id, one])).values(),
];

/** Who works on all of them is ticked; people are added and taken off once it closes. Who else works on one goes on. */
export function BulkPeople({
  tasks,
  onSet,
  onOpenChange,
  ...popover
}: EditorProps & { tasks: readonly TaskCard[]; onSet: (set: BulkSet, looks?: Looks) => void }) {
  const [chosen, setChosen] = useState<readonly Person[] | null>(null);
  const project = common(tasks, ({ project_id }) => project_id);
  const ofProject = useQuery({ ...assignableQuery(project), enabled: popover.open && project !== undefined });
  // Of several projects: whoever is in none of a task's is refused there, in words.
  const [query, setQuery] = useState('');
  const sought = useDeferredValue(query.trim());
  const ofAllProjects = useQuery({ ...filterPeopleQuery(sought), enabled: popover.open && project === undefined });
  const partial = tasks.filter((task) => task.more_assignees);
  const read = useQuery({ ...wholeTasksQuery(partial), enabled: popover.open && partial.length > 0 });
  const whole =
    partial.length === 0 ? tasks : read.data && [...tasks.filter((task) => !task.more_assignees), ...read.data];
  const before = whole && ofAll(whole, peopleOf);
  const listed = project === undefined ? ofAllProjects : ofProject;
  const failed = [listed, read].find(({ isError }) => isError);
  const people = listed.data?.map(({ _id, name, pic }): Person => ({ _id, name, pic }));

  function close(wanted: boolean) {
    onOpenChange(wanted);
    setChosen(null);
    setQuery('');
    if (wanted || !chosen || !before) return;
    const { added, removed } = ticks(before, chosen);
    const ids = (some: readonly Person[]) => some.map(({ _id }) => _id);
    if (added.length + removed.length === 0) return;
    onSet(
      {
        ...(added.length > 0 && { add_assignee_ids: ids(added) }),
        ...(removed.length > 0 && { remove_assignee_ids: ids(removed) }),
      },
      { people: added },
    );
  }

  return (
    <Popover {...popover} onOpenChange={close} label="Assignees">
      <div className="flex w-60 flex-col gap-2">
        {failed ? (
          <LoadError title="People could not be loaded" of={failed} />
        ) : (
          <AssigneeChoice
            label="Assignees"
            people={before && people && withOthers(people, [...before, ...(chosen ?? [])])}
            chosen={chosen ?? before ?? []}
            onSearch={project === undefined ? setQuery : undefined}
            onChange={setChosen}
          />
        )}
        {tasks.some((task) => task.assignees.length > 0) && (
          <Button
            variant="quiet"
            size="compact"
            onClick={() => {
              setChosen(null);
              onOpenChange(false);
              onSet({ assignee_ids: [] });
            }}
          >
            Unassign everybody
          </Button>
        )}
      </div>
    </Popover>
  );
}
