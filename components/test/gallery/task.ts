import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { RECENT_DAYS, STATUSES, statusOf } from '@/lib/task/vocabulary';
import { LEADER } from './people';
import { PROJECT } from './project';

const MADE_AT = '2026-11-02T09:00:00.000Z';
export const TODAY = '2026-11-24';

/** A card of `PROJECT`, by its number; ranks follow the numbers. */
export function taskCard(number: number, part: Partial<TaskCard> = {}): TaskCard {
  const status = part.status ?? 1;
  return {
    _id: `t-${number}`,
    key: `${PROJECT.key}-${number}`,
    project_id: PROJECT._id,
    number,
    title: `Task ${number}`,
    status,
    status_label: statusOf(status)?.label ?? '',
    priority: 'none',
    rank: `a${String(number).padStart(5, '0')}`,
    audience: 'internal',
    assignees: [],
    hidden_assignees: false,
    parent: null,
    category_id: null,
    start_date: null,
    due_date: null,
    estimate_minutes: null,
    completed_at: status === 4 ? MADE_AT : null,
    comment_count: 0,
    created_by_id: LEADER._id,
    created_by: LEADER,
    version: 1,
    created_at: MADE_AT,
    updated_at: MADE_AT,
    ...part,
  };
}

const rights = (may: boolean) => ({
  ...{ edit: may, move: may, assign: may, assign_self: may, delete: may, audience: may, comment: may },
});
const ALL_RIGHTS = rights(true);
export const NO_RIGHTS = rights(false);

/** The whole of a task, as its page has it. */
export function taskDetail(number: number, part: Partial<TaskDetail> = {}): TaskDetail {
  return {
    ...taskCard(number, part),
    description: '',
    description_html: part.description ? `<p>${part.description}</p>` : '',
    project: { _id: PROJECT._id, key: PROJECT.key, name: PROJECT.name, leader_id: LEADER._id },
    category: null,
    created_by: LEADER,
    deleted_at: null,
    comments: [],
    comments_cursor: null,
    activity: [],
    subtasks: [],
    dependencies: [],
    recurrence: null,
    successor: null,
    time: { spent_minutes: 0, started_at: null },
    checklist_items: [],
    watching: false,
    watchers: [],
    origin: null,
    meetings: [],
    attachments: [],
    custom_fields: [],
    sign_off: null,
    rights: ALL_RIGHTS,
    ...part,
  };
}

type ColumnPart = { completed?: 'all' | 'recent'; from?: number; limit?: number };

/** A board's columns of these cards, as far as they are asked for. */
export const boardOf = (
  cards: readonly TaskCard[],
  { completed = 'all', from = 0, limit = cards.length }: ColumnPart = {},
) =>
  STATUSES.map(({ code, label }) => {
    const all = cards.filter(({ status }) => status === code);
    const oldest = completed === 'all' ? 0 : Date.now() - RECENT_DAYS * 86_400_000;
    const listed = all.filter(({ completed_at: at }) => at === null || Date.parse(at) >= oldest);
    const docs = listed.slice(from, from + limit);
    const next_cursor = from + docs.length < listed.length ? `${from + docs.length}` : null;
    return { status: code, label, total: all.length, hidden: all.length - listed.length, docs, next_cursor };
  });
