import { useSearchParams } from 'next/navigation';
import { page } from 'vitest/browser';
import { MisreadFilter } from '@/components/task/filter/misread-filter';
import { FilterBar } from '@/components/task/filter-bar';
import { TaskList } from '@/components/task/list/task-list';
import { SortChoice } from '@/components/task/sort-choice';
import type { CustomFieldRecord } from '@/lib/custom-field/schema';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { filterHref, readFilters } from '@/lib/task/vocabulary.filter';
import { misreadFilters } from '@/lib/task/vocabulary.misread';
import { groupingOf, groupOf } from '@/lib/task-group/vocabulary';
import { list, server } from '../server';
import { type ShowOptions, show, viewerOf } from '../show';
import { CATEGORY, serveNames } from './names';
import type { Seat } from './people';
import { OTHER_PROJECT, PROJECT } from './project';
import { TODAY } from './task';
import { lastOf, matching, READER, serveTasks } from './task-server';

type Store = ReturnType<typeof serveTasks>;
/** `all`: of all projects. `first`: rows that the page comes with. `fields`: the organisation's own. */
type ListOptions = ShowOptions & { all?: boolean; first?: number; fields?: readonly CustomFieldRecord[] };

const PROJECTS = [PROJECT, OTHER_PROJECT];

/** The page of tasks as the server would make it of the URL: what narrows the list, and the list of what matches. */
function ListPage({
  store,
  as,
  all,
  first = 50,
  fields = [],
}: Pick<ListOptions, 'first' | 'fields'> & { store: Store; as?: Seat; all: boolean }) {
  const given = useSearchParams();
  const filters = readFilters(Object.fromEntries(given));
  const misread = misreadFilters((name) => given.get(name) ?? '', filters);
  const address = { path: '/acme/task', keep: {} };
  if (misread.length) return <MisreadFilter faults={misread} clear={filterHref(address, filters)} />;
  const cards = matching(store.cards(), filters);
  const group = groupingOf(filters);
  const totals = group && Map.groupBy(cards, (card) => groupOf(card, group, READER));
  const names = Object.fromEntries(cards.flatMap(({ assignees }) => assignees).map(({ _id, name }) => [_id, name]));
  const projects = all ? PROJECTS : [];
  const isClient = as === 'client';
  return (
    <>
      <FilterBar
        filters={filters}
        address={address}
        marksAudience={!isClient}
        choice={
          <SortChoice address={address} filters={filters} place={{ ofOne: !all, team: !isClient }} fields={fields} />
        }
        names={names}
        projects={projects}
        saving={null}
      />
      <TaskList
        fields={fields}
        key={JSON.stringify(filters)}
        viewer={viewerOf(as)}
        page={{
          docs: cards.slice(0, first),
          total: cards.length,
          next_cursor: cards.length > first ? lastOf(cards.slice(0, first)) : null,
        }}
        groups={
          totals &&
          [...totals].map(([_id, some]) => ({
            _id,
            name: PROJECTS.find((one) => one._id === _id)?.name ?? '',
            total: some.length,
          }))
        }
        loadedAt={Date.now()}
        filters={filters}
        address={address}
        names={names}
        projects={projects}
        heard={all ? projects.map(({ _id }) => _id) : [PROJECT._id]}
        projectId={all ? undefined : PROJECT._id}
        categories={[CATEGORY]}
        today={TODAY}
        action={<button type="button">New task</button>}
      />
    </>
  );
}

/** Shows a list of these tasks, and answers what it asks. */
export async function showList(tasks: readonly (TaskCard | TaskDetail)[], options: ListOptions = {}) {
  const { all = false, first, as, fields = [] } = options;
  const store = serveTasks(tasks as readonly TaskCard[]);
  serveNames();
  server.on('GET customFieldList', () => list([...fields]));
  const screen = await show(<ListPage store={store} as={as} all={all} first={first} fields={fields} />, options);
  const row = (number: number | string) =>
    page.getByCss(`[data-row="${typeof number === 'number' ? `WEB-${number}` : number}"]`);
  return {
    screen,
    store,
    row,
    /** The link of its title. */
    title: (number: number | string) => row(number).getByCss('[data-title]'),
    /** The button of a field in its cell. */
    field: (number: number, name: string) => row(number).getByRole('button', { name: new RegExp(`^${name}`) }),
    /** Keys of the rows that are shown. */
    keys: () => [...document.querySelectorAll('[data-row]')].map((one) => one.getAttribute('data-row')),
    bar: page.getByRole('region', { name: 'Selected tasks' }),
  };
}
