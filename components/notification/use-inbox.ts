import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import { showToast } from '@/components/ui/overlay/toast';
import type { AnswerOf } from '@/lib/api/contract';
import type { NotificationRecord } from '@/lib/notification/schema';
import type { InboxFilter, InboxState } from '@/lib/notification/vocabulary';
import { type Marks, marksOf, sendMarks } from './marks';
import { LISTS, listKey, NOTIFICATIONS, UNREAD } from './notification-query';

type Page = AnswerOf<'GET notificationList'>;
export type FirstPage = Pick<Page, 'docs' | 'next_cursor'>;
type Lists = { pages: Page[]; pageParams: (string | undefined)[] };

const LIMIT = 30;
const MARK = ['markNotifications'];
/** One call names no more. */
const MOST_NAMED = 200;

/** One list of notifications: what is done to a row shows at once, and is taken back where it is refused. */
export function useInbox(state: InboxState, filter: InboxFilter, first?: FirstPage) {
  const queries = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: listKey(state, filter),
    queryFn: async ({ pageParam: cursor, signal }) => {
      const asked = { limit: LIMIT, state, filter, ...(cursor && { cursor }) };
      const page = await call('GET notificationList', asked, { signal });
      // What is still under way is not in it.
      const marked = queries.getMutationCache().findAll({ mutationKey: MARK, status: 'pending' });
      return withMarks(
        page,
        state,
        marked.map((one) => marksOf(one.state.variables as Marks | string[])),
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    staleTime: 0,
    ...(first && { initialData: { pages: [first as Page], pageParams: [undefined] } }),
  });
  const rows = list.data?.pages.flatMap(({ docs }) => docs) ?? [];

  const mutation = useMutation({
    ...QUEUED,
    mutationKey: MARK,
    // One after the other: an undo must not overtake what it undoes.
    scope: { id: 'markNotifications' },
    mutationFn: (marks: Marks) => sendMarks(marks),
    onMutate: async (marks) => {
      await queries.cancelQueries({ queryKey: NOTIFICATIONS });
      const before = {
        lists: queries.getQueriesData<Lists>({ queryKey: LISTS }),
        count: queries.getQueryData<number>(UNREAD),
      };
      const concerned = rows.filter((row) => isMarked(row, marks));
      const unread = concerned.filter(({ read_at }) => !read_at).length;
      const gone = marks.archive !== undefined || marks.snooze_until !== undefined;
      queries.setQueryData<Lists>(
        listKey(state, filter),
        (lists) => lists && { ...lists, pages: lists.pages.map((page) => after(page, marks, gone)) },
      );
      const fewer = state !== 'inbox' ? 0 : marks.read === false ? unread - concerned.length : unread;
      queries.setQueryData<number>(UNREAD, (count = 0) => Math.max(0, marks.ids ? count - fewer : 0));
      return before;
    },
    onError: (error, _marks, before) => {
      for (const [key, lists] of before?.lists ?? []) queries.setQueryData(key, lists);
      queries.setQueryData(UNREAD, before?.count);
      showToast({ kind: 'failure', text: reasonOf(error) });
    },
    // What others wait for is read once, after the last of them.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: MARK }) === 1) void queries.invalidateQueries({ queryKey: NOTIFICATIONS });
    },
  });
  /** The whole inbox, whichever rows are listed. */
  function markAll() {
    const as = newIdempotencyKey();
    const ids = rows.flatMap((row) => (row.read_at ? [] : [row._id])).slice(0, MOST_NAMED);
    mutation.mutate({ read: true, as });
    const undo = () => mutation.mutate({ ids, read: false, undoes: as });
    showToast({ kind: 'info', text: 'All marked read', action: { label: 'Undo', onAction: undo } });
  }
  return { list, rows, mark: mutation.mutate, markAll };
}

const isMarked = ({ _id }: NotificationRecord, { ids }: Marks) => !ids || ids.includes(_id);

/** Whether a row that this was done to is no longer in the list of `state`. */
function leaves(state: InboxState, { archive, snooze_until: until }: Marks): boolean {
  if (state === 'archived') return archive === false;
  return archive === true || (state === 'inbox' ? Boolean(until) : until === null);
}

const moves = ({ archive, snooze_until }: Marks) => archive !== undefined || snooze_until !== undefined;

/** As it will be once the server has done all of this, in this order. */
function withMarks(page: Page, state: InboxState, given: readonly Marks[]): Page {
  const docs = page.docs.filter((row) => {
    const last = given.findLast((marks) => moves(marks) && isMarked(row, marks));
    return !last || !leaves(state, last);
  });
  const reads = given.filter(({ ids, read }) => read !== undefined && (ids || state === 'inbox'));
  return reads.reduce((now, marks) => after(now, marks, false), { ...page, docs });
}

function after(page: Page, marks: Marks, gone: boolean): Page {
  const now = new Date().toISOString();
  const docs = page.docs.flatMap((row) => {
    if (!isMarked(row, marks)) return [row];
    if (gone) return [];
    return [
      {
        ...row,
        read_at: marks.read === false ? null : (row.read_at ?? now),
        more: marks.read === false ? row.more : 0,
      },
    ];
  });
  return { ...page, docs };
}
