'use client';

import { Plus, X } from 'lucide-react';
import { useEffect } from 'react';
import { Editable } from '@/components/field/editable';
import { Field, Nothing } from '@/components/field/side-field';
import { useUndo } from '@/components/keys/use-undo';
import { loadAhead } from '@/components/overlay/load-ahead';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { TaskStatus } from '@/components/workflow/task-status';
import { bidi, isolated } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';
import type { TaskDependency } from '@/lib/task-parts/schema';

const load = () => import('./change-dependency');
const loadSearch = () => import('./task-search').then(({ TaskSearch }) => TaskSearch);

const NAME = { blocked_by: 'Blocked by', blocks: 'Blocks' } as const;
type Relation = keyof typeof NAME;

/** Which tasks this one waits for, and which wait for it. `onChanged`: the task is to be read again. */
export function DependencyFields({
  task,
  draws,
  onChanged,
}: {
  task: TaskDetail;
  /** Whether a field of this name is drawn. */
  draws: (name: string) => boolean | undefined;
  onChanged: () => void;
}) {
  const remember = useUndo();
  useEffect(() => loadAhead(load), []);
  const change = (path: 'POST dependency' | 'DELETE dependency', relation: Relation, other: string) =>
    load().then(({ changeDependency }) => changeDependency(path, { task, relation, other, remember, onChanged }));
  const relations = (['blocked_by', 'blocks'] as const).filter((relation) => draws(NAME[relation]));
  return relations.map((relation) => (
    <DependencyField
      key={relation}
      name={NAME[relation]}
      others={task.dependencies.filter((one) => one.relation === relation)}
      without={[task._id, ...task.dependencies.map(({ _id }) => _id)]}
      may={task.rights.edit}
      onAdd={(other) => void change('POST dependency', relation, other)}
      onRemove={(other) => void change('DELETE dependency', relation, other)}
    />
  ));
}

function DependencyField({
  name,
  others,
  without,
  may,
  onAdd,
  onRemove,
}: {
  name: string;
  others: readonly TaskDependency[];
  without: readonly string[];
  may: boolean;
  onAdd: (other: string) => void;
  onRemove: (other: string) => void;
}) {
  const hrefTo = useOrganisationLinks();
  const { member } = useShell();
  if (others.length === 0 && !may && member.role === 'client') return null;
  return (
    <Field name={name}>
      <span className="flex w-full min-w-0 flex-col">
        {others.length > 0 && (
          <ul aria-label={name} className="flex min-w-0 flex-col">
            {others.map(({ _id, key, title, status }) => (
              <li key={_id} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
                <TaskStatus of={{ status }} word="hidden" size={12} />
                <Link
                  href={hrefTo(`taskpage?task=${key}`)}
                  prefetch={false}
                  title={title}
                  className="min-w-0 flex-1 truncate rounded-xs hover:underline"
                >
                  <span className="tabular-nums">{key}</span> {isolated(title)}
                </Link>
                {may && (
                  <IconButton
                    size="compact"
                    icon={<X />}
                    label={bidi`Remove ${key} from ${name}`}
                    onClick={() => onRemove(_id)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {may ? (
          <Editable
            name={name}
            popup="dialog"
            load={loadSearch}
            editor={{ name, without, onChoose: ({ _id }) => onAdd(_id) }}
          >
            <span className="flex items-center gap-1 text-text-3">
              <Plus className="size-3.5" />
              Add a task
            </span>
          </Editable>
        ) : (
          others.length === 0 && <Nothing>None</Nothing>
        )}
      </span>
    </Field>
  );
}
