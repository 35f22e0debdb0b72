'use client';

import { useQueryClient } from '@tanstack/react-query';
import { TintedDeletion } from '@/components/category/tinted-deletion';
import { TintedEditor } from '@/components/category/tinted-editor';
import { call } from '@/components/query/api-client';
import type { CategoryRecord, CategoryUse } from '@/lib/category/schema';
import { categoriesQuery } from './category-query';
import { lossOf } from './category-words';

type Closing = { onClose: () => void };

function useAgain() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries(categoriesQuery);
}

export const NewCategoryDialog = ({ onClose }: Closing) => (
  <TintedEditor
    what="category"
    before={null}
    save={(body) => call('POST createCategory', body)}
    onSaved={useAgain()}
    onClose={onClose}
  />
);

export const EditCategoryDialog = ({ category, onClose }: Closing & { category: CategoryRecord }) => (
  <TintedEditor
    what="category"
    before={category}
    save={(body, version) => call('PUT editCategory/{id}', { id: category._id, version, ...body })}
    onSaved={useAgain()}
    onClose={onClose}
  />
);

export const DeleteCategoryDialog = ({ category, onClose }: Closing & { category: CategoryUse }) => (
  <TintedDeletion
    name={category.name}
    loss={lossOf(category)}
    remove={() => call('DELETE deleteCategory/{id}', { id: category._id })}
    restore={() => call('POST restoreCategory/{id}', { id: category._id })}
    onChanged={useAgain()}
    onClose={onClose}
  />
);
