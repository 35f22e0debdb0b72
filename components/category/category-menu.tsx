'use client';

import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/components/category/category-query';
import type { EditorProps } from '@/components/ui/form/editor';
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem } from '@/components/ui/overlay/menu';
import { isolated } from '@/lib/bidi';
import type { TaskDetail } from '@/lib/task/schema';

const NONE = 'none';

export function CategoryMenu({
  value,
  onChange,
  ...menu
}: EditorProps & { value: string | null; onChange: (category: TaskDetail['category']) => void }) {
  const { data, isError, refetch } = useQuery(categoriesQuery);
  return (
    <Menu {...menu}>
      {!data && !isError && (
        <MenuItem onSelect={() => undefined} reason="One moment">
          Loading
        </MenuItem>
      )}
      {isError && <MenuItem onSelect={() => void refetch()}>Could not be loaded. Try again</MenuItem>}
      {data && (
        <MenuRadioGroup
          label="Category"
          value={value ?? NONE}
          onValueChange={(id) => onChange(data.find(({ _id }) => _id === id) ?? null)}
        >
          {[{ _id: NONE, name: 'None' }, ...data].map(({ _id, name }) => (
            <MenuRadioItem key={_id} value={_id}>
              {isolated(name)}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      )}
    </Menu>
  );
}
