import { page } from 'vitest/browser';
import { TaskBoard } from '@/components/task/board/task-board';
import { GroupBoard } from '@/components/task/group-board/group-board';
import type { TaskCard } from '@/lib/task/schema';
import type { TaskFilters } from '@/lib/task/vocabulary.filter';
import type { GroupedBoard } from '@/lib/task-board/schema';
import {
  boardGroupOf,
  countKey,
  type Facet,
  fixedPlaces,
  laneOf,
  nameOfNone,
  placesOf,
} from '@/lib/task-board/vocabulary';
import { NONE } from '@/lib/task-group/vocabulary';
import { list, server } from '../server';
import { type ShowOptions, show, viewerOf } from '../show';
import { LABELS } from './names';
import { LEADER, OTHER_USER, USER } from './people';
import { PROJECT } from './project';
import { boardOf, TODAY } from './task';
import { serveTasks } from './task-server';

type BoardOptions = ShowOptions & {
  filters?: TaskFilters;
  allCompleted?: boolean;
  /** Cards of a column that the server renders. */
  limit?: number;
  loadedAt?: number;
};

const partOf = ({ as, filters = {}, allCompleted = false, loadedAt = Date.now() }: BoardOptions) => ({
  viewer: viewerOf(as),
  projectId: PROJECT._id,
  projectKey: PROJECT.key,
  view: [PROJECT.key, boardGroupOf(filters), laneOf(filters)].join(),
  today: TODAY,
  filters,
  allCompleted,
  loadedAt,
});

/** The board as the server renders it of these cards: of ranks, or of what `filters` have its columns and lanes be. */
export function boardWith(cards: readonly TaskCard[], options: BoardOptions = {}) {
  const { filters = {}, allCompleted = false, limit = 50 } = options;
  const [group, lane] = [boardGroupOf(filters), laneOf(filters)];
  const key = JSON.stringify(filters);
  if (group !== 'status' || lane) {
    return <GroupBoard key={key} {...partOf(options)} board={groupedBoardOf(cards, group, lane, limit)} />;
  }
  const columns = boardOf(cards, { completed: allCompleted ? 'all' : 'recent', limit });
  return <TaskBoard key={key} {...partOf(options)} columns={columns} />;
}

/** Shows it, and has its tasks answered by a store. */
export async function showBoard(cards: readonly TaskCard[], options: BoardOptions = {}) {
  const tasks = serveTasks(cards);
  server.on('GET taskBoard', ({ group, lanes, column, lane = null, cursor = '0' }) => {
    const { docs, ...board } = groupedBoardOf(tasks.cards(), group ?? 'status', lanes, options.limit, Number(cursor));
    if (column === undefined) return { ...list(docs), ...board };
    const cells = board.cells.filter((cell) => cell.column === column && cell.lane === lane);
    return { ...list(docs.filter(({ _id }) => cells[0]?.ids.includes(_id))), ...board, cells };
  });
  const screen = await show(boardWith(cards, options), { url: '/acme/task?view=board&project=WEB', ...options });
  const column = (name: string) => screen.getByRole('region', { name, exact: true });
  return {
    ...screen,
    tasks,
    column,
    /** A card by its key, in a column or anywhere on the board. */
    card: (key: string, status?: string) =>
      (status ? column(status) : screen).getByRole('listitem').filter({ has: page.getByText(key, { exact: true }) }),
    title: (number: number) => screen.getByRole('link', { name: `Task ${number}`, exact: true }),
    /** What a screen reader hears; a message on the screen may say the same. */
    said: (words: string | RegExp) => screen.getByRole('status').filter({ hasText: words }).first(),
    /** The keys of a column's cards, from above. */
    keysIn: (name: string) =>
      [...column(name).element().querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset.row),
  };
}

function placesAre(facet: Facet, cards: readonly TaskCard[]): GroupedBoard['columns'] {
  const fixed = fixedPlaces(facet);
  if (fixed) return [...fixed];
  const none = { _id: NONE, name: nameOfNone(facet) };
  if (facet === 'assignee')
    return [...[LEADER, USER, OTHER_USER].map(({ _id, name, pic }) => ({ _id, name, pic })), none];
  if (facet === 'label') return [...LABELS.map(({ _id, name, colour }) => ({ _id, name, colour })), none];
  const parents = new Map(cards.flatMap(({ parent }) => (parent ? [[parent._id, parent]] : [])));
  return [...[...parents.values()].map(({ _id, key, title }) => ({ _id, name: `${key} ${title}` })), none];
}

function groupedBoardOf(
  cards: readonly TaskCard[],
  group: Facet,
  lane: Facet | undefined,
  limit = 50,
  from = 0,
): GroupedBoard {
  const columns = placesAre(group, cards);
  const lanes = lane
    ? placesAre(lane, cards).filter(({ _id }) => cards.some((card) => placesOf(card, lane).includes(_id)))
    : [];
  const counted = new Map<string, GroupedBoard['counts'][number]>();
  for (const card of cards) {
    const at = { columns: [...placesOf(card, group)], lanes: lane ? [...placesOf(card, lane)] : [] };
    const key = countKey(at.columns, at.lanes);
    counted.set(key, { ...at, total: (counted.get(key)?.total ?? 0) + 1 });
  }
  const cell = (column: string, along: string | null) => {
    const within = cards
      .filter((card) => placesOf(card, group).includes(column))
      .filter((card) => along === null || (lane && placesOf(card, lane).includes(along)));
    const ids = within.slice(from, from + limit).map(({ _id }) => _id);
    return { column, lane: along, hidden: 0, ids, next_cursor: within[from + limit] ? `${from + limit}` : null };
  };
  const cells = lane
    ? lanes.flatMap((along) => columns.map(({ _id }) => cell(_id, along._id)))
    : columns.map(({ _id }) => cell(_id, null));
  return {
    columns,
    lanes,
    more_lanes: 0,
    counts: [...counted.values()],
    cells,
    docs: cards.filter(({ _id }) => cells.some(({ ids }) => ids.includes(_id))),
  };
}
