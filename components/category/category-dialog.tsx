'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { FormEvent } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { useCall } from '@/components/member/use-call';
import { api, reasonOf } from '@/components/query/api-client';
import { TintTile } from '@/components/shell/tint-tile';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { FormError } from '@/components/ui/form-error';
import { TextField } from '@/components/ui/text-field';
import { showToast } from '@/components/ui/toast';
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
  const { run, pending, error } = useCall();
  const queries = useQueryClient();
  async function save(event: FormEvent) {
    event.preventDefault();
    const saved = await run(
      () =>
        before
          ? api.put<CategoryRecord>(`editCategory/${before._id}`, body)
          : api.post<CategoryRecord>('createCategory', body),
      (category) => `${category.name} ${before ? 'saved' : 'created'}`,
    );
    if (!saved) return;
    forget();
    void queries.invalidateQueries(categoriesQuery);
    onClose();
  }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={before ? `Edit ${before.name}` : 'New category'}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form="category-form" pending={pending} pendingText="Saving…">
            {before ? 'Save' : 'Create'}
          </Button>
        </>
      }
    >
      <form id="category-form" noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <DraftNotice {...notice} />
        <FormError message={error?.message} attempt={error} />
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
      </form>
    </Dialog>
  );
}

/** Says what deleting does, does it, and offers to take it back. */
export function DeleteCategoryDialog({ category, onClose }: Closing & { category: CategoryUse }) {
  const { run, pending, error } = useCall();
  const router = useRouter();
  const queries = useQueryClient();
  const again = () => {
    void queries.invalidateQueries(categoriesQuery);
    router.refresh();
  };
  const undo = () =>
    void api.post<CategoryRecord>(`restoreCategory/${category._id}`, {}).then(
      ({ name }) => {
        showToast({ kind: 'success', text: `${name} is back` });
        again();
      },
      (failure) => showToast({ kind: 'failure', text: reasonOf(failure) }),
    );
  async function remove() {
    if (!(await run(() => api.delete(`deleteCategory/${category._id}`)))) return;
    showToast({ kind: 'success', text: `${category.name} deleted`, action: { label: 'Undo', onAction: undo } });
    again();
    onClose();
  }
  return (
    <Dialog
      open
      size="sm"
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${category.name}`}
      description={lossOf(category)}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="danger" pending={pending} pendingText="Deleting…" onClick={() => void remove()}>
            Delete
          </Button>
        </>
      }
    >
      <FormError message={error?.message} attempt={error} />
    </Dialog>
  );
}
