'use client';

import { Plus } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { DialogButton } from '@/components/member/on-demand-dialog';
import { useActor } from '@/components/shell/shell-context';
import { canCreateCategory, canEditCategory } from '@/lib/category/policy';
import type { CategoryUse } from '@/lib/category/schema';

type Part = ComponentType<{ onClose: () => void }>;

const create = () => import('./category-dialog').then((module) => module.NewCategoryDialog);

/** Adds a category, for whoever may. */
export function NewCategoryButton() {
  if (!canCreateCategory(useActor())) return null;
  return (
    <DialogButton load={create} size="compact" icon={<Plus />}>
      New category
    </DialogButton>
  );
}

/** What can be done with one category, for whoever may. */
export function CategoryActions({ category }: { category: CategoryUse }) {
  // The same functions each time, so that a dialog that is open is not made anew when the page is.
  const [edit] = useState(() => async (): Promise<Part> => {
    const { EditCategoryDialog } = await import('./category-dialog');
    return (props) => <EditCategoryDialog category={category} {...props} />;
  });
  const [remove] = useState(() => async (): Promise<Part> => {
    const { DeleteCategoryDialog } = await import('./category-dialog');
    return (props) => <DeleteCategoryDialog category={category} {...props} />;
  });
  if (!canEditCategory(useActor())) return null;
  return (
    <span className="flex gap-1">
      <DialogButton load={edit} size="compact" variant="quiet">
        Edit<span className="sr-only"> {category.name}</span>
      </DialogButton>
      <DialogButton load={remove} size="compact" variant="quiet">
        Delete<span className="sr-only"> {category.name}</span>
      </DialogButton>
    </span>
  );
}
