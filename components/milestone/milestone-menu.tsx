'use client';

import { useQuery } from '@tanstack/react-query';
import type { EditorProps } from '@/components/ui/form/editor';
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem } from '@/components/ui/overlay/menu';
import { isolated } from '@/lib/bidi';
import type { TaskMilestone } from '@/lib/task/schema';
import { milestonesQuery } from './milestone-query';

const NONE = 'none';

/** Of a task's project: those that are not reached, and the one that it has. `value` undefined: they differ. */
export function MilestoneMenu({
  projectId,
  value,
  onChange,
  ...menu
}: EditorProps & {
  projectId: string;
  value: TaskMilestone | null | undefined;
  onChange: (milestone: TaskMilestone | null) => void;
}) {
  const { data, isError, refetch } = useQuery({ ...milestonesQuery(projectId), enabled: menu.open });
  const offered = data?.filter(({ _id, reached_at }) => !reached_at || _id === value?._id);
  return (
    <Menu {...menu}>
      {!offered && !isError && (
        <MenuItem onSelect={() => undefined} reason="One moment">
          Loading
        </MenuItem>
      )}
      {isError && <MenuItem onSelect={() => void refetch()}>Could not be loaded. Try again</MenuItem>}
      {offered && (
        <MenuRadioGroup
          label="Milestone"
          value={value === undefined ? '' : (value?._id ?? NONE)}
          onValueChange={(id) => {
            const chosen = offered.find(({ _id }) => _id === id);
            onChange(chosen ? { _id: chosen._id, name: chosen.name } : null);
          }}
        >
          {[{ _id: NONE, name: 'None' }, ...offered].map(({ _id, name }) => (
            <MenuRadioItem key={_id} value={_id}>
              {isolated(name)}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      )}
    </Menu>
  );
}
