'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { TintTile } from '@/components/page/tint-tile';
import { call, reasonOf } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import type { CategoryRecord, CategoryUse } from '@/lib/category/schema';
import { TINTS } from '@/lib/organisation/vocabulary';
import { categoriesQuery } from './category-query';
import { lossOf } from './category-words';

type Closing = { onClose: () => void };

export const NewCategoryDialog = ({ onClose }: Closing) => <Editor before={null} onClose={onClose} />;

export const EditCategoryDialog = ({ category, onClose }: Closing & { category: CategoryRecord }) => (
  <Editor before={category} onClose={onClose} />
);

function Editor({ before, onClose }: Closing & { before: CategoryRecord | null }) {
  const {
    value: body,
    change,
    forget,
    notice,
  } = useFormDraft(before ? `category:${before._id}` : 'new-category', {
    name: before?.name ?? '',
    colour: before?.colour ?? 'c1',
  });
  const { name, colour } = body;
  const { run, error, status } = useCall();
  const queries = useQueryClient();
  async function save() {
    const saved = await run(
      () => (before ? call('PUT editCategory/{id}', { id: before._id, ...body }) : call('POST createCategory', body)),
      (category) => `${category.name} ${before ? 'saved' : 'created'}`,
    );
    if (!saved) return;
    forget();
    void queries.invalidateQueries(categoriesQuery);
    onClose();
  }
  return (
    <FormDialog
      size="sm"
      title={before ? `Edit ${before.name}` : 'New category'}
      action={before ? 'Save' : 'Create'}
      pendingText="Saving…"
      {...status}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <DraftNotice {...notice} />
      <TextField
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={(event) => change({ name: event.target.value })}
        error={error?.errors.name?.[0]}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium text-text-2">Colour</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {Object.entries(TINTS).map(([value, label]) => (
            <label
              key={value}
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-border px-2 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name="colour"
                value={value}
                checked={value === colour}
                onChange={() => change({ colour: value })}
                className="sr-only"
              />
              <TintTile tint={value} name={name || label} size={20} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}

export function DeleteCategoryDialog({ category, onClose }: Closing & { category: CategoryUse }) {
  const { run, status } = useCall();
  const router = useRouter();
  const queries = useQueryClient();
  const again = () => {
    void queries.invalidateQueries(categoriesQuery);
    router.refresh();
  };
  const undo = () =>
    void call('POST restoreCategory/{id}', { id: category._id }).then(
      ({ name }) => {
        showToast({ kind: 'success', text: `${name} restored` });
        again();
      },
      (failure) => showToast({ kind: 'failure', text: reasonOf(failure) }),
    );
  async function remove() {
    if (!(await run(() => call('DELETE deleteCategory/{id}', { id: category._id })))) return;
    showToast({ kind: 'success', text: `${category.name} deleted`, action: { label: 'Undo', onAction: undo } });
    again();
    onClose();
  }
  return (
    <FormDialog
      size="sm"
      role="alertdialog"
      title={`Delete ${category.name}`}
      description={lossOf(category)}
      action="Delete"
      pendingText="Deleting…"
      {...status}
      danger
      onSubmit={() => void remove()}
      onClose={onClose}
    />
  );
}
