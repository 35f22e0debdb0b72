'use client';

import { EditableField, Field, Nothing } from '@/components/field/side-field';
import { useUndo } from '@/components/keys/use-undo';
import { Link } from '@/components/ui/link';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { isolated } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';

const loadPanel = () => import('./recurrence-panel').then(({ RecurrencePanel }) => RecurrencePanel);

/** How it repeats, or which task it was repeated as. `onChanged`: the task is to be read again. */
export function RecurrenceField({ task, onChanged }: { task: TaskDetail; onChanged: () => void }) {
  const hrefTo = useOrganisationLinks();
  const remember = useUndo();
  const { recurrence, successor, rights } = task;
  if (successor)
    return (
      <Field name="Repeats">
        <span className="min-w-0 truncate">
          {'as '}
          <Link
            href={hrefTo(`taskpage?task=${successor.key}`)}
            prefetch={false}
            title={successor.title}
            className="rounded-xs text-accent-text hover:underline"
          >
            <span className="tabular-nums">{successor.key}</span> {isolated(successor.title)}
          </Link>
        </span>
      </Field>
    );
  if (!rights.edit && !recurrence) return null;
  return (
    <EditableField
      name="Repeats"
      may={rights.edit}
      popup="dialog"
      load={loadPanel}
      editor={{ task, remember, onChanged }}
    >
      {recurrence?.words ?? <Nothing>Never</Nothing>}
    </EditableField>
  );
}
