'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useTransition } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { call, reasonOf } from '@/components/query/api-client';
import { FilterChip, FilterChipButton } from '@/components/ui/filter-chip';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { useShell } from '@/components/viewer/shell-context';
import { stateOf } from '@/components/viewer/views';
import { bidi } from '@/lib/bidi';
import { type FilterUrl, filterHref } from '@/lib/task/vocabulary.filter';
import type { ViewRecord } from '@/lib/view/schema';
import {
  filtersOf,
  isSameState,
  type KeptFilters,
  type KeptState,
  keptState,
  parametersOf,
  type ViewLayout,
} from '@/lib/view/vocabulary';
import { whileSendingView } from './sending';

const load = () => import('./view-dialog').then((module) => module.ViewDialog);

/** What is shown differs from the view that is open, or from all tasks: it can be kept. */
export function SaveView({
  view,
  unchanged,
  shown,
  state,
  address,
  back,
  mayShare,
}: {
  /** The one that is open and was changed. */
  view: ViewRecord | null;
  /** It has the same filters and layout. */
  unchanged: boolean;
  shown: KeptFilters & { layout: ViewLayout; project_id: string | null };
  /** As the server read it: a timeline's is changed in the address alone. */
  state: Readonly<Record<string, string | undefined>>;
  address: FilterUrl;
  /** The view as it was. */
  back: string;
  mayShare: boolean;
}) {
  const { member } = useShell();
  const router = useRouter();
  const refresh = useRefresh();
  const [pending, start] = useTransition();
  const { Part, open, setOpen, press, prefetch } = useOnDemand(load);
  const { project_id: place, ...filters } = shown;
  const search = useSearchParams();
  const drawn = (name: keyof KeptState) =>
    stateOf(shown.layout).includes(name) ? (search.get(name) ?? state[name]) : undefined;
  const kept = keptState({ span: drawn('span'), zoom: drawn('zoom'), lanes: drawn('lanes') }, place !== null);
  if (member.viewing || (view && unchanged && isSameState(kept, keptState(view, place !== null)))) return null;
  const save = ({ _id: id, version, name }: ViewRecord) =>
    start(async () => {
      try {
        await call('PATCH view/{id}', { id, version, ...filters, ...kept });
        showToast({ kind: 'success', text: bidi`View ${name} saved.` });
      } catch (error) {
        showToast({ kind: 'failure', text: bidi`${name} was not saved. ${reasonOf(error)}` });
      }
      refresh();
    });
  const create = (given: { name: string; shared: boolean }) =>
    whileSendingView(async () => {
      const made = await call('POST view', { ...shown, ...kept, ...given });
      const keep = { ...address.keep, ...parametersOf(kept), saved: made._id };
      router.push(filterHref({ ...address, keep }, filtersOf(shown)), { scroll: false });
      return made;
    });
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
