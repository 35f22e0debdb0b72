'use client';

import { useMutation, useMutationState } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { showUndoable } from '@/components/keys/show-undoable';
import { rememberSent, useUndo } from '@/components/keys/use-undo';
import { ApiError, call, newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { isWaiting, QUEUED } from '@/components/query/change-queue';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { useShell } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { AgendaItemRecord, MeetingRecord } from '@/lib/meeting/schema';
import { type AgendaEdit, keepRefusedEdit, minutesDraft, sendAgendaEdit, sendAgendaLine } from './send-agenda';

export type LineFields = Pick<
  Partial<AgendaEdit>,
  'title' | 'owner_id' | 'minutes' | 'notes' | 'audience' | 'done' | 'decision' | 'task_id' | 'removed'
>;
type Ahead = { key: string; fields: LineFields; gone?: true };
/** `made`: the line that it is by now. */
type NewLine = { key: string; title: string; made?: string };
/** The same field was changed by somebody else: both values are shown. */
export type LineConflict = { fields: LineFields; version: number; current: AgendaItemRecord };

/** The same for a line of every meeting and what this one made of it. */
export const keyOf = ({ _id, standing_id }: AgendaItemRecord) => standing_id ?? _id;

/** Lines of an agenda as they look until the server has answered; changes wait for the connection, and Ctrl+Z takes them back. */
export function useAgenda(meeting: MeetingRecord) {
  const refresh = useRefresh();
  const remember = useUndo();
  const { member } = useShell();
  const [answers, setAnswers] = useState<Readonly<Record<string, AgendaItemRecord>>>({});
  const [ahead, setAhead] = useState<readonly Ahead[]>([]);
  const [order, setOrder] = useState<readonly string[]>();
  const [added, setAdded] = useState<readonly NewLine[]>([]);
  const [conflicts, setConflicts] = useState<Readonly<Record<string, LineConflict>>>({});
  const editing = useMutation({
    ...QUEUED,
    mutationKey: ['editAgenda'],
    scope: { id: `agenda:${meeting._id}` },
    mutationFn: (edit: AgendaEdit) => sendAgendaEdit({ ...edit, version: versionOf(edit) }),
  });
  const adding = useMutation({
    ...QUEUED,
    mutationKey: ['addAgendaLine'],
    scope: { id: `agenda:${meeting._id}` },
    mutationFn: sendAgendaLine,
  });
  const waiting = useMutationState({
    filters: { predicate: isWaiting },
    select: ({ state }) => (state.variables as { id?: string } | undefined)?.id,
  });
  /** What a change that is sent after one's own was begun from. */
  const after = useRef(new Map<string, number>());
  const versionOf = ({ id, version }: AgendaEdit) => after.current.get(`${id} ${version}`) ?? Number(version);
  const under = useRef(0);
  const only = meeting.rrule ? { occurrence: meeting.occurrence } : {};

  const items = useMemo(() => {
    const newest = meeting.agenda.map((item) => {
      const answer = answers[keyOf(item)];
      // What one meeting made of a line of every one counts its own changes.
      const isNewer = answer && (answer._id !== item._id ? item.standing_id === null : answer.version > item.version);
      return isNewer ? { ...answer, carried: item.carried } : item;
    });
    const shown = newest.map((item) =>
      ahead.reduce((one, { key, fields }) => (key === keyOf(item) ? withFields(one, fields, meeting) : one), item),
    );
    const there = shown.filter((item) => !ahead.some(({ key, gone }) => gone && key === keyOf(item)));
    return order ? [...there].sort((one, other) => placeIn(order, one) - placeIn(order, other)) : there;
  }, [meeting, answers, ahead, order]);
  const latest = useRef(items);
  latest.current = items;
  // The server knows the order by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the agenda is read again
  useEffect(() => {
    if (!under.current) setOrder(undefined);
  }, [meeting.agenda]);

  /** Shown until `sent` is answered. */
  async function follow<T>(one: Ahead | null, sent: Promise<T>): Promise<T> {
    if (one) setAhead((before) => [...before, one]);
    under.current += 1;
    try {
      return await sent;
    } finally {
      under.current -= 1;
      if (one) setAhead((before) => before.filter((other) => other !== one));
      if (!under.current) refresh();
    }
  }

  const editOf = (item: AgendaItemRecord, fields: LineFields, version: number, more: Partial<AgendaEdit> = {}) => ({
    ...{ id: item._id, version, ...only, ...fields, ...more },
    of: { title: item.title, draft: minutesDraft(member._id, keyOf(item), meeting.occurrence) },
  });

  /** `version`: what the change was begun from. */
  function set(item: AgendaItemRecord, fields: LineFields, version = item.version, more: Partial<AgendaEdit> = {}) {
    const sent = send(item, fields, version, more);
    rememberSent(sent, (saved) => setBack(item, fields, saved), remember);
    sent.catch((error) => refused(item, fields, version, error));
  }
  function send(item: AgendaItemRecord, fields: LineFields, version: number, more: Partial<AgendaEdit> = {}) {
    const edit = editOf(item, fields, version, more);
    const key = keyOf(item);
    const sent = editing.mutateAsync(edit).then((answer) => {
      if (answer._id === edit.id && answer.version === versionOf(edit) + 1)
        after.current.set(`${edit.id} ${version}`, answer.version);
      setAnswers((before) => ({ ...before, [key]: answer }));
      setConflicts(({ [key]: _settled, ...others }) => others);
      return answer;
    });
    return follow({ key, fields }, sent);
  }
  function refused(item: AgendaItemRecord, fields: LineFields, version: number, error: unknown) {
    const current = error instanceof ApiError ? (error.current as AgendaItemRecord | undefined) : undefined;
    if (current && fields.notes === undefined)
      return setConflicts((before) => ({ ...before, [keyOf(item)]: { fields, version, current } }));
    keepRefusedEdit(editOf(item, fields, version), reasonOf(error));
  }
  /** What somebody else has changed since stays. */
  async function setBack(item: AgendaItemRecord, made: LineFields, saved: AgendaItemRecord) {
    const now = latest.current.find((one) => keyOf(one) === keyOf(item)) ?? saved;
    const back: LineFields = {};
    let isOvertaken = false;
    for (const field of Object.keys(made) as (keyof LineFields)[]) {
      if (field === 'notes') {
        const { mergeTexts } = await import('@/lib/markdown/merge-texts');
        const { text, clean } = mergeTexts(saved.notes, now.notes, item.notes);
        if (clean) back.notes = text;
        else isOvertaken = true;
      } else if (shownValue(now, field) === shownValue(saved, field))
        Object.assign(back, { [field]: shownValue(item, field) });
      else isOvertaken = true;
    }
    if (isOvertaken) throw new ApiError(409, 'conflict', 'Somebody else changed it in the meantime.');
    await send(now, back, now.version);
  }

  function choose(item: AgendaItemRecord, which: 'theirs' | 'mine') {
    const conflict = conflicts[keyOf(item)];
    if (!conflict) return;
    setConflicts(({ [keyOf(item)]: _settled, ...others }) => others);
    setAnswers((before) => ({ ...before, [keyOf(item)]: conflict.current }));
    if (which === 'mine') set(item, conflict.fields, conflict.version, { overwrite: true });
  }

  function add(text: string) {
    const titles = text.split('\n').flatMap((line) => line.trim() || []);
    for (const title of titles) {
      const line = { key: newIdempotencyKey(), title };
      setAdded((before) => [...before, line]);
      const sent = adding.mutateAsync({ meeting_id: meeting._id, title, ...only, idempotencyKey: line.key });
      rememberSent(sent, (made) => takeAway(made), remember);
      follow(null, sent).then(
        ({ _id }) => setAdded((before) => before.map((one) => (one.key === line.key ? { ...one, made: _id } : one))),
        (error) => {
          setAdded((before) => before.filter((one) => one.key !== line.key));
          showToast({ kind: 'failure', text: bidi`“${title}” was not added. ${reasonOf(error)}` });
        },
      );
    }
  }
  // A line that is on the page is no longer one that is on its way.
  const isComing = ({ made }: NewLine) => !meeting.agenda.some(({ _id }) => _id === made);
  const coming = added.filter(isComing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the agenda is read again
  useEffect(() => setAdded((before) => before.filter(isComing)), [meeting.agenda]);

  const gone = (item: AgendaItemRecord) => call('DELETE agendaItem/{id}', { id: item._id, ...only });
  async function takeAway(item: AgendaItemRecord) {
    setAdded((before) => before.filter(({ made }) => made !== item._id));
    await follow({ key: keyOf(item), fields: {}, gone: true }, gone(item));
  }
  function remove(item: AgendaItemRecord) {
    const sent = follow({ key: keyOf(item), fields: {}, gone: true }, gone(item));
    const step = rememberSent(
      sent,
      ({ _id: id, version, title }) =>
        follow(null, editing.mutateAsync(editOf({ ...item, _id: id, title }, { removed: false }, version))),
      remember,
    );
    sent.then(
      () => showUndoable(bidi`“${item.title}” was removed.`, step),
      (error) => showToast({ kind: 'failure', text: bidi`“${item.title}” was not removed. ${reasonOf(error)}` }),
    );
  }

  /** Puts a line where another one is; false where it stays. */
  function move(from: number, to: number): boolean {
    const [item, target] = [items[from], items[to]];
    if (!item || !target || from === to) return false;
    const others = items.filter((one) => one !== item);
    const back = items[from - 1]?._id ?? null;
    put(item, [...others.slice(0, to), item, ...others.slice(to)].map(keyOf), others[to - 1]?._id ?? null, back);
    return true;
  }
  function put(item: AgendaItemRecord, keys: readonly string[], after_id: string | null, back?: string | null) {
    setOrder(keys);
    const before = items.map(keyOf);
    const sent = follow(null, editing.mutateAsync(editOf(item, {}, item.version, { after_id })));
    if (back !== undefined) rememberSent(sent, (saved) => put(saved, before, back), remember);
    sent.catch((error) => {
      setOrder(undefined);
      showToast({ kind: 'failure', text: bidi`“${item.title}” was not moved. ${reasonOf(error)}` });
    });
  }

  function toTask(item: AgendaItemRecord, project_id?: string) {
    const input = { id: item._id, ...only, ...(project_id && { project_id }) };
    const sent = follow(null, call('POST agendaItemToTask/{id}', input));
    const step = rememberSent(
      sent,
      async ({ task }) => {
        const { removeMade } = await import('@/components/keys/remove-made');
        if (task) await removeMade(task, refresh);
      },
      remember,
    );
    sent.then(
      (answer) => {
        setAnswers((before) => ({ ...before, [keyOf(item)]: answer }));
        showUndoable(`It is the task ${answer.task?.key} now.`, step);
      },
      (error) => showToast({ kind: 'failure', text: bidi`No task was made of “${item.title}”. ${reasonOf(error)}` }),
    );
  }

  return { items, added: coming, conflicts, waiting: new Set(waiting), set, choose, add, remove, move, toTask };
}

export type Agenda = ReturnType<typeof useAgenda>;

const placeIn = (order: readonly string[], item: AgendaItemRecord) =>
  order.indexOf(keyOf(item)) + 1 || order.length + 1;

function shownValue(item: AgendaItemRecord, field: keyof LineFields): unknown {
  if (field === 'owner_id') return item.owner?._id ?? null;
  if (field === 'task_id') return item.task?._id ?? null;
  return item[field as keyof AgendaItemRecord];
}

/** As it looks with these. */
function withFields(item: AgendaItemRecord, fields: LineFields, { attendees }: MeetingRecord): AgendaItemRecord {
  const { owner_id, task_id, removed: _removed, ...same } = fields;
  return {
    ...item,
    ...(same as Partial<AgendaItemRecord>),
    // Its HTML is the server's.
    ...(same.notes !== undefined && same.notes !== item.notes && { notes_html: '' }),
    ...(owner_id !== undefined && { owner: attendees.find(({ _id }) => _id === owner_id) ?? null }),
    ...(task_id === null && { task: null }),
  };
}
