import { type Search, textOf } from '@/components/page/search-params';
import { FIRST_VIEW, TASK_VIEWS, type TaskView } from '@/components/viewer/views';
import type { Ctx } from '@/lib/org';
import { type FilterUrl, filterHref, type TaskFilters } from '@/lib/task/vocabulary.filter';
import { canShareViews } from '@/lib/view/policy';
import { listViews } from '@/lib/view/queries';
import type { ViewRecord } from '@/lib/view/schema';
import { filtersOf, isKept, keptFilters, MOST_VIEWS } from '@/lib/view/vocabulary';

/** As `saved` in an address, where the project's default is not wanted. */
const NONE = 'none';

type Asked = { search: Search; layout: TaskView; projectId?: string; filters: TaskFilters; address: FilterUrl };

/**
 * Saved views of the project, or of all projects, and the one that is open: the address names it in `saved`, or it is
 * the default and the address asks for nothing. `filters` and `address` are the address's own, or what the default gives.
 */
export async function readViews(ctx: Ctx, { search, layout, projectId, filters, address }: Asked) {
  const { docs } = await listViews(ctx, { page: 1, limit: 4 * MOST_VIEWS, project_id: projectId });
  const wanted = textOf(search, 'saved');
  const named = docs.find(({ _id }) => _id === wanted);
  const first = docs.find((view) => view.is_default && view.layout === layout);
  const opens = !named && wanted !== NONE && Object.keys(filters).length === 0 ? first : undefined;
  const current = named ?? opens ?? null;
  const shown = opens ? filtersOf(opens) : filters;
  const saved = current?._id ?? (first && NONE);
  const hrefOf = (view: ViewRecord) =>
    filterHref({ ...address, keep: { ...keepOf(address.keep, view.layout), saved: view._id } }, filtersOf(view));
  const unchanged = current ? current.layout === layout && isKept(shown, current) : isKept(shown, NOTHING);
  const mayShare = canShareViews(ctx.actor, projectId ?? null);
  const all = filterHref({ ...address, keep: { ...address.keep, saved: first && NONE } }, {});
  return {
    filters: shown,
    address: { ...address, keep: { ...address.keep, saved } },
    bar: {
      tabs: docs
        // A layout without a tab is not a page of the project.
        .filter(({ layout }) => TASK_VIEWS.some(({ id, tab }) => id === layout && (tab || !address.keep.tab)))
        .map((view) => ({ view, href: hrefOf(view) })),
      current,
      all: { href: all, current: !current && unchanged },
      mayShare,
    },
    saving: unchanged
      ? null
      : {
          view: current,
          shown: { ...keptFilters(shown), layout, project_id: projectId ?? null },
          back: current ? hrefOf(current) : all,
          mayShare,
        },
  };
}
export type ViewsRead = Awaited<ReturnType<typeof readViews>>;

const NOTHING = keptFilters({});

/** On the page of tasks a layout is `view`, on a project's it is `tab`. */
function keepOf(keep: FilterUrl['keep'], layout: ViewRecord['layout']): FilterUrl['keep'] {
  const { id, tab } = TASK_VIEWS.find((one) => one.id === layout) ?? FIRST_VIEW;
  return keep.tab ? { ...keep, tab } : { ...keep, view: id === FIRST_VIEW.id ? undefined : id };
}
