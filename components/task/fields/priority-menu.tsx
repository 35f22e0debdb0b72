'use client';

import type { EditorProps } from '@/components/ui/form/editor';
import { Menu, MenuRadioGroup, MenuRadioItem } from '@/components/ui/overlay/menu';
import { PRIORITIES, PRIORITY_LABEL, type Priority } from '@/lib/task/vocabulary';

export function PriorityMenu({
  value,
  onChange,
  ...menu
}: EditorProps & { value: Priority; onChange: (priority: Priority) => void }) {
  return (
    <Menu {...menu}>
      <MenuRadioGroup label="Priority" value={value} onValueChange={(priority) => onChange(priority as Priority)}>
        {PRIORITIES.toReversed().map((priority) => (
          <MenuRadioItem key={priority} value={priority}>
            {PRIORITY_LABEL[priority]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
