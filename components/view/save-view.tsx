'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { call, reasonOf } from '@/components/query/api-client';
import { FilterChip, FilterChipButton } from '@/components/ui/filter-chip';
import { showToast } from '@/components/ui/overlay/toast';
import { type FilterUrl, filterHref } from '@/lib/task/vocabulary.filter';
import type { ViewRecord } from '@/lib/view/schema';
import { filtersOf, type KeptFilters, type ViewLayout } from '@/lib/view/vocabulary';

const load = () => import('./view-dialog').then((module) => module.ViewDialog);

/** What is shown differs from the view that is open, or from all tasks: it can be kept. */
export function SaveView({
  view,
  shown,
  address,
  back,
  mayShare,
}: {
  /** The one that is open and was changed. */
  view: ViewRecord | null;
  shown: KeptFilters & { layout: ViewLayout; project_id: string | null };
  address: FilterUrl;
  /** The view as it was. */
  back: string;
  mayShare: boolean;
}) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const { Part, open, setOpen, press, prefetch } = useOnDemand(load);
  const { project_id: _place, ...changes } = shown;
  const save = ({ _id: id, version, name }: ViewRecord) =>
    start(async () => {
      try {
        await call('PATCH view/{id}', { id, version, ...changes });
        showToast({ kind: 'success', text: `View ${name} saved.` });
      } catch (error) {
        showToast({ kind: 'failure', text: `${name} was not saved. ${reasonOf(error)}` });
      }
      router.refresh();
    });
  async function create(given: { name: string; shared: boolean }) {
    const made = await call('POST view', { ...shown, ...given });
    router.push(filterHref({ ...address, keep: { ...address.keep, saved: made._id } }, filtersOf(shown)), {
      scroll: false,
    });
    return made;
  }
  return (
    <span className="contents" aria-busy={pending || undefined}>
      {view && (
        <>
          {view.may_edit && (
            <FilterChipButton active={false} onClick={() => save(view)}>
              Save
            </FilterChipButton>
          )}
          <FilterChip href={back} active={false}>
            Discard changes
          </FilterChip>
        </>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={press}
        className="chip"
      >
        Save as view
      </button>
      {open && Part && (
        <Part title="Save as view" action="Save" mayShare={mayShare} save={create} onClose={() => setOpen(false)} />
      )}
    </span>
  );
}
