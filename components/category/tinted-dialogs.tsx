'use client';

import { useQueryClient } from '@tanstack/react-query';
import { labelsQuery } from '@/components/label/label-query';
import { call } from '@/components/query/api-client';
import { categoriesQuery } from './category-query';
import { lossOf, usedBy } from './category-words';
import type { TintedKind, TintedUse } from './tinted-actions';
import { TintedDeletion } from './tinted-deletion';
import { TintedEditor } from './tinted-editor';
import type { Tinted } from './tinted-save';

type Edited = Tinted & { id: string; version: number | undefined };
type Props = { kind: TintedKind; onClose: () => void };

const KINDS = {
  category: {
    queryKey: categoriesQuery.queryKey,
    create: (body: Tinted) => call('POST createCategory', body),
    edit: (body: Edited) => call('PUT editCategory/{id}', body),
    remove: (id: string) => call('DELETE deleteCategory/{id}', { id }),
    restore: (id: string) => call('POST restoreCategory/{id}', { id }),
    lossOf,
  },
  label: {
    queryKey: labelsQuery.queryKey,
    create: (body: Tinted) => call('POST label', body),
    edit: (body: Edited) => call('PATCH label/{id}', body),
    remove: (id: string) => call('DELETE label/{id}', { id }),
    restore: (id: string) => call('POST restoreLabel/{id}', { id }),
    lossOf: (use: TintedUse) =>
      use.tasks ? `${usedBy(use)} will lose it. Nothing else changes.` : 'No task has this label.',
  },
};

function useAgain(kind: TintedKind) {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: KINDS[kind].queryKey });
}

/** Without `one` a new one is made. */
export const TintedDialog = ({ kind, one = null, onClose }: Props & { one?: TintedUse | null }) => (
  <TintedEditor
    what={kind}
    before={one}
    save={(body, version) => (one ? KINDS[kind].edit({ id: one._id, version, ...body }) : KINDS[kind].create(body))}
    onSaved={useAgain(kind)}
    onClose={onClose}
  />
);

export const DeleteTintedDialog = ({ kind, one, onClose }: Props & { one: TintedUse }) => (
  <TintedDeletion
    name={one.name}
    loss={KINDS[kind].lossOf(one)}
    remove={() => KINDS[kind].remove(one._id)}
    restore={() => KINDS[kind].restore(one._id)}
    onChanged={useAgain(kind)}
    onClose={onClose}
  />
);
