'use client';

import { useQuery } from '@tanstack/react-query';
import { api } from '@/components/query/api-client';
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem } from '@/components/ui/menu';
import type { CategoryRecord } from '@/lib/category/schema';
import type { TaskDetail } from '@/lib/task/schema';
import type { EditorProps } from './editable';

const NONE = 'none';

/** The organisation's categories; kept for a minute. */
export function useCategories(enabled = true) {
  return useQuery({
    queryKey: ['categories'],
    enabled,
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api.list<CategoryRecord>('categorylist?limit=200', { signal })).docs,
  });
}

/** One category, or none. */
export function CategoryMenu({
  value,
  onChange,
  ...menu
}: EditorProps & { value: string | null; onChange: (category: TaskDetail['category']) => void }) {
  const { data, isError, refetch } = useCategories();
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
              {name}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      )}
    </Menu>
  );
}
