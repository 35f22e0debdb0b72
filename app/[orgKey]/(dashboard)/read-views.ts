import { type Search, textOf } from '@/components/page/search-params';
import { FIRST_VIEW, stateOf, TASK_VIEWS, type TaskView } from '@/components/viewer/views';
import type { Ctx } from '@/lib/org';
import { type FilterUrl, filterHref, type TaskFilters } from '@/lib/task/vocabulary.filter';
import { canShareViews } from '@/lib/view/policy';
import { listViews } from '@/lib/view/queries';
import type { ViewRecord } from '@/lib/view/schema';
import { filtersOf, isKept, keptFilters, MOST_VIEWS, parametersOf } from '@/lib/view/vocabulary';

/** As `saved` in an address, where the project's default is not wanted. */
const NONE = 'none';

type State = Readonly<Record<string, string | undefined>>;
/** `state`: of the layout, as the address has it. */
type Asked = {
  search: Search;
  layout: TaskView;
  projectId?: string;
  filters: TaskFilters;
  state: State;
  address: FilterUrl;
};

/**
 * Saved views of the project, or of all projects, and the one that is open: the address names it in `saved`, or it is
 * the default and the address asks for nothing. One's own default comes before the team's. `filters`, `state` and `address`
 * are the address's own, or what the default gives.
 */
export async function readViews(ctx: Ctx, { search, layout, projectId, filters, state, address }: Asked) {
  const { docs } = await listViews(ctx, { page: 1, limit: 4 * MOST_VIEWS, project_id: projectId });
  const wanted = textOf(search, 'saved');
  const named = docs.find(({ _id }) => _id === wanted);
  const defaults = docs.filter((view) => view.is_default && view.layout === layout);
  const first = defaults.find(({ shared }) => !shared) ?? defaults[0];
  const opens = !named && wanted !== NONE && Object.keys(filters).length === 0 ? first : undefined;
  const current = named ?? opens ?? null;
  const shown = opens ? filtersOf(opens) : filters;
  const given = Object.entries(state).filter(([, value]) => value !== undefined);
  const drawn: State = { ...(opens && parametersOf(opens)), ...Object.fromEntries(given) };
  const saved = current?._id ?? (first && NONE);
  const hrefOf = (view: ViewRecord) =>
    filterHref({ ...address, keep: { ...keepOf(address.keep, view), saved: view._id } }, filtersOf(view));
  const unchanged = current ? current.layout === layout && isKept(shown, current) : isKept(shown, NOTHING);
  const mayShare = canShareViews(ctx.actor, projectId ?? null);
  const all = filterHref({ ...address, keep: { ...address.keep, saved: first && NONE } }, {});
  return {
    filters: shown,
    state: drawn,
    address: { ...address, keep: { ...address.keep, ...drawn, saved } },
    bar: {
      tabs: docs
        // A layout without a tab is not a page of the project.
        .filter(({ layout }) => TASK_VIEWS.some(({ id, tab }) => id === layout && (tab || !address.keep.tab)))
        .map((view) => ({ view, href: hrefOf(view) })),
      current,
      all: { href: all, current: !current && unchanged },
      mayShare,
    },
    saving: canBeKept({ unchanged, layout, current })
      ? {
          view: current,
          unchanged,
          shown: { ...keptFilters(shown), layout, project_id: projectId ?? null },
          state: drawn,
          back: current ? hrefOf(current) : all,
          mayShare,
        }
      : null,
  };
}
export type ViewsRead = Awaited<ReturnType<typeof readViews>>;

const NOTHING = keptFilters({});

/** All tasks as a list are there anyway; a state may be changed in the browser. */
const canBeKept = (now: { unchanged: boolean; layout: TaskView; current: ViewRecord | null }): boolean =>
  !now.unchanged || (now.current ? stateOf(now.layout).length > 0 : now.layout !== FIRST_VIEW.id);

/** On the page of tasks a layout is `view`, on a project's it is `tab`. A calendar stays on its month. */
function keepOf(keep: FilterUrl['keep'], view: ViewRecord): FilterUrl['keep'] {
  const { id, tab } = TASK_VIEWS.find((one) => one.id === view.layout) ?? FIRST_VIEW;
  const date = id === 'calendar' ? keep.date : undefined;
  const place = keep.tab ? { tab } : { view: id === FIRST_VIEW.id ? undefined : id };
  return { ...keep, ...place, date, ...parametersOf(view) };
}
