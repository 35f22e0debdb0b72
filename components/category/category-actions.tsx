'use client';

import { Plus } from 'lucide-react';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { useActor } from '@/components/viewer/shell-context';
import { canCreateCategory, canEditCategory } from '@/lib/category/policy';
import type { CategoryUse } from '@/lib/category/schema';

const edit = () => import('./category-dialog').then((module) => module.EditCategoryDialog);
const remove = () => import('./category-dialog').then((module) => module.DeleteCategoryDialog);
const create = () => import('./category-dialog').then((module) => module.NewCategoryDialog);

export function NewCategoryButton() {
  if (!canCreateCategory(useActor())) return null;
  return (
    <DialogButton load={create} size="compact" icon={<Plus />}>
      New category
    </DialogButton>
  );
}

export function CategoryActions({ category }: { category: CategoryUse }) {
  if (!canEditCategory(useActor())) return null;
  return (
    <span className="flex gap-1">
      <DialogButton load={edit} given={{ category }} size="compact" variant="quiet">
        Edit<span className="sr-only"> {category.name}</span>
      </DialogButton>
      <DialogButton load={remove} given={{ category }} size="compact" variant="quiet">
        Delete<span className="sr-only"> {category.name}</span>
      </DialogButton>
    </span>
  );
}
