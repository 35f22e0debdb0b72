'use client';

import type { EditorProps } from '@/components/ui/form/editor';
import { Menu, MenuRadioGroup, MenuRadioItem } from '@/components/ui/overlay/menu';
import type { TaskCard } from '@/lib/task/schema';

const WORDS: Record<TaskCard['audience'], string> = { internal: 'Internal', client: 'Visible to clients' };

export function AudienceMenu({
  value,
  onChange,
  ...menu
}: EditorProps & { value: TaskCard['audience'] | undefined; onChange: (audience: TaskCard['audience']) => void }) {
  return (
    <Menu {...menu}>
      <MenuRadioGroup
        label="Audience"
        value={value ?? ''}
        onValueChange={(audience) => onChange(audience as TaskCard['audience'])}
      >
        {Object.entries(WORDS).map(([audience, words]) => (
          <MenuRadioItem key={audience} value={audience}>
            {words}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
