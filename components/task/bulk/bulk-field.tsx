'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsQuery, offeredIn } from '@/components/custom-field/field-query';
import { ValuePanel, type ValueProps } from '@/components/custom-field/value-panel';
import type { EditorProps } from '@/components/ui/form/editor';
import { Menu, MenuItem } from '@/components/ui/overlay/menu';
import { isolated } from '@/lib/bidi';
import type { CustomFieldRecord } from '@/lib/custom-field/schema';
import type { TaskCard } from '@/lib/task/schema';
import { useMounted } from '../fields/field-panel';
import type { Looks } from '../task-edit';
import type { BulkSet } from './bulk-undo';

/** One of the organisation's own fields that all of the tasks have, and then its value. Nothing where there is none. */
export function BulkField({
  tasks,
  today,
  onSet,
  ...menu
}: EditorProps & { tasks: readonly TaskCard[]; today: string; onSet: (set: BulkSet, looks?: Looks) => void }) {
  const { data } = useQuery(fieldsQuery);
  const [field, choose] = useState<CustomFieldRecord | null>(null);
  const projects = [...new Set(tasks.map(({ project_id }) => project_id))];
  const projectId = projects.length === 1 ? projects[0] : undefined;
  // People are chosen from one project's team.
  const offered = offeredIn(data, projects).filter(({ kind }) => kind !== 'person' || projectId);
  if (!offered.length) return null;
  if (!field)
    return (
      <Menu {...menu}>
        {offered.map((one) => (
          <MenuItem key={one._id} onSelect={() => choose(one)}>
            {isolated(one.name)}
          </MenuItem>
        ))}
      </Menu>
    );
  return (
    <Value
      key={field._id}
      trigger={menu.trigger}
      field={field}
      value={undefined}
      projectId={projectId}
      today={today}
      onChange={(value, people = []) => onSet({ custom: { [field._id]: value } }, { people })}
      onClose={() => choose(null)}
    />
  );
}

/** Open from the beginning, which is one step after it is there. */
function Value({ onClose, ...props }: ValueProps & Pick<EditorProps, 'trigger'> & { onClose: () => void }) {
  const mounted = useMounted();
  return <ValuePanel {...props} open={mounted} onOpenChange={(open) => !open && onClose()} />;
}
