import type { NotificationRecord } from '@/lib/notification/schema';
import type { InboxState } from '@/lib/notification/vocabulary';
import { live } from '../connection';
import { list, server } from '../server';
import { LEADER, PEOPLE, type Seat } from './people';
import { PROJECT } from './project';

type Row = NotificationRecord;
type Standing = { archived_at?: string | null };
const HOUR = 3_600_000;

/** That a task was assigned; the higher the number, the later. */
export const assignedRow = (number: number, part: Partial<Row> = {}): Row => {
  const at = new Date(Date.now() - 30 * 24 * HOUR + number * HOUR).toISOString();
  return {
    _id: `n-${number}`,
    kind: 'task.assigned',
    says: 'assigned you',
    page: null,
    reason: null,
    actor: LEADER,
    task: {
      ...{ _id: `t-${number}`, key: `WEB-${number}`, title: `Task ${number}` },
      ...{ project_id: PROJECT._id, audience: 'internal' },
    },
    room: null,
    quote: null,
    rights: { reply: false },
    data: {},
    state: 'inbox',
    created_at: at,
    arrived_at: at,
    read_at: null,
    snoozed_until: null,
    more: 0,
    ...part,
  };
};
/** That somebody called the viewer in a room. */
export const calledRow = (number: number, room: { _id: string; name: string }, part: Partial<Row> = {}): Row =>
  assignedRow(number, {
    kind: 'message.mentioned',
    says: 'mentioned you',
    task: null,
    room: { ...room, kind: 'group' },
    quote: 'Are you there?',
    rights: { reply: true },
    ...part,
  });

/** Keeps notifications of `viewer` as the server would: what is marked is marked, and restored as it was. */
export function serveInbox(first: readonly Row[], viewer: Seat = 'user') {
  let rows: (Row & Standing)[] = [...first];
  let known = Promise.resolve();
  const stateOf = ({ archived_at, snoozed_until }: Row & Standing): InboxState =>
    archived_at ? 'archived' : snoozed_until ? 'snoozed' : 'inbox';
  const inOrder = (state: InboxState) =>
    rows.filter((row) => stateOf(row) === state).toSorted((one, other) => (one.arrived_at < other.arrived_at ? 1 : -1));
  const unread = () => inOrder('inbox').filter(({ read_at }) => !read_at);
  const hear = () => live.say(`private-user-${PEOPLE[viewer]._id}`, 'notification.changed', { id: PEOPLE[viewer]._id });

  server.on('GET notificationList', ({ state = 'inbox', filter }) => {
    const all = filter === 'unread' ? unread() : inOrder(state);
    return list(
      all.map((row) => ({ ...row, state })),
      { totalDocs: all.length, next_cursor: null },
    );
  });
  server.on('POST markNotifications', async ({ ids, archive, snooze_until, restore, read }) => {
    await known;
    const now = new Date().toISOString();
    const reads = read ?? (archive === undefined && snooze_until === undefined && !restore ? true : undefined);
    const concerned = restore?.map(({ _id }) => _id) ?? ids ?? inOrder('inbox').map(({ _id }) => _id);
    const before = rows
      .filter(({ _id }) => concerned.includes(_id))
      .map(({ _id, read_at, archived_at = null, snoozed_until, arrived_at }) => ({
        ...{ _id, read_at, archived_at, snoozed_until, arrived_at },
      }));
    rows = rows.map((row) => {
      if (!concerned.includes(row._id)) return row;
      const back = restore?.find(({ _id }) => _id === row._id);
      if (back) return { ...row, ...back, arrived_at: back.arrived_at ?? row.arrived_at };
      return {
        ...row,
        ...(reads !== undefined && { read_at: reads ? now : null }),
        ...(archive !== undefined && { archived_at: archive ? now : null }),
        ...(snooze_until !== undefined && { snoozed_until: snooze_until }),
      };
    });
    return { marked: concerned.length, unread: unread().length, before: restore ? [] : before };
  });

  return {
    rows: inOrder,
    /** What is marked from now on the server knows only when the test lets it. */
    holdMarks(): () => void {
      let release = () => {};
      known = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    /** Something happens, and the page hears of it. */
    come(row: Row): void {
      rows = [...rows.filter(({ _id }) => _id !== row._id), row];
      hear();
    },
    /** On another device. */
    readElsewhere(id: string): void {
      rows = rows.map((row) => (row._id === id ? { ...row, read_at: new Date().toISOString() } : row));
      hear();
    },
  };
}
