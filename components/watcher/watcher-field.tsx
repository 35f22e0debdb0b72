'use client';

import { Eye, EyeOff, Plus } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import { Editable } from '@/components/field/editable';
import { Field } from '@/components/field/side-field';
import { useUndo } from '@/components/keys/use-undo';
import { loadAhead } from '@/components/overlay/load-ahead';
import type { Person } from '@/components/person/assignable-query';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import type { EditorProps } from '@/components/ui/form/editor';
import { useActor } from '@/components/viewer/shell-context';
import { isolated } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';

const load = () => import('./change-watchers');

type People = {
  label: string;
  projectId: string;
  chosen: readonly Person[];
  onChange: (people: Person[]) => void;
};

type Props = {
  task: TaskDetail;
  viewerId: string;
  loadPeople: () => Promise<ComponentType<People & EditorProps>>;
  onChanged: (now: Pick<TaskDetail, 'watching' | 'watchers'>) => void;
};

/** Who is told of comments and moves. Everybody chooses for themselves; who assigns people, for others too. */
export function WatcherField({ task, viewerId, loadPeople, onChanged }: Props) {
  const { watching, watchers } = task;
  const change = { task, onChanged, remember: useUndo() };
  useEffect(() => loadAhead(load), []);
  const others = watchers.filter(({ _id }) => _id !== viewerId);
  const { viewing } = useActor();
  if (task.deleted_at || (viewing && others.length === 0)) return null;
  return (
    <Field name="Watchers">
      <span className="flex w-full min-w-0 flex-col items-start">
        {others.length > 0 && (
          <ul aria-label="Watchers" className="flex flex-col gap-1 py-1">
            {others.map(({ _id, name, pic }) => (
              <li key={_id} className="flex items-center gap-2">
                <Avatar person={{ id: _id, name, picture: pic }} size={20} beside />
                {isolated(name)}
              </li>
            ))}
          </ul>
        )}
        {!viewing && (
          <span className="-ml-2.5">
            <Button
              variant="quiet"
              size="compact"
              icon={watching ? <EyeOff /> : <Eye />}
              data-task-field="Watching"
              onClick={() => void load().then(({ setWatching }) => setWatching(change, !watching))}
            >
              {watching ? 'Stop watching' : 'Watch'}
            </Button>
          </span>
        )}
        {task.rights.assign && (
          <Editable
            name="Watchers"
            popup="dialog"
            load={loadPeople}
            editor={{
              label: 'Watchers',
              projectId: task.project_id,
              chosen: watchers,
              onChange: (next: Person[]) => void load().then(({ setWatchers }) => setWatchers(change, next)),
            }}
          >
            <span className="flex items-center gap-1 text-text-3">
              <Plus className="size-3.5" />
              Add a person
            </span>
          </Editable>
        )}
      </span>
    </Field>
  );
}
