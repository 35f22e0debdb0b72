'use client';

import { useQuery } from '@tanstack/react-query';
import { Clock, Download, Lock, LockOpen, Plus } from 'lucide-react';
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FoundTask } from '@/components/dependency/task-search-query';
import { Editable } from '@/components/field/editable';
import { useUndo } from '@/components/keys/use-undo';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { call, reasonOf, referenceOf } from '@/components/query/api-client';
import { saveFile } from '@/components/query/save-file';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { useFormats } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { bidi, isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { csvText } from '@/lib/csv';
import type { TimeSheet as Sheet, TimeRow } from '@/lib/time-entry/schema';
import { SheetCell } from './sheet-cell';
import { setCell } from './sheet-changes';
import { type AskedSheet, sheetQuery } from './sheet-query';
import { hoursAndMinutes } from './sheet-words';

const loadEntries = () => import('./sheet-entries').then(({ SheetEntries }) => SheetEntries);
const loadSearch = () => import('@/components/dependency/task-search').then(({ TaskSearch }) => TaskSearch);

const newRow = ({ _id, key, title }: FoundTask, memberId: string): TimeRow => ({
  ...{ task_id: _id, task_key: key, task_title: title, binned: false, project_id: '', project_name: '' },
  ...{ member_id: memberId, member: null, locked: false, minutes: 0, cells: [] },
});

/**
 * A week of time by task and day: the viewer's own is written in place, others' is read. `sheet`: as the page was drawn;
 * it follows what happens since.
 */
export function TimeSheet({ sheet: drawn, asked }: { sheet: Sheet; asked: AskedSheet }) {
  const { member } = useShell();
  const { channels } = useLive();
  const formats = useFormats();
  const remember = useUndo();
  const [added, setAdded] = useState<readonly FoundTask[]>([]);
  const read = useQuery({
    ...sheetQuery(asked),
    initialData: drawn,
    initialDataUpdatedAt: 0,
  });
  const sheet = read.data;
  const reread = () => read.refetch();
  const refresh = () => void reread();
  const heard = [channels.organisation, channels.member, ...channels.projects];
  useLiveEvents(heard, ({ event }) => (event === 'time.changed' || event === 'week.locked') && refresh());
  useCatchUp(refresh);
  const [day, setDay] = useState(() => sheet.days.find(({ date }) => date === sheet.today)?.date ?? sheet.from);
  const own = sheet.member?._id === member._id;
  const everybody = sheet.member === null;
  const known = new Set(sheet.rows.map(({ task_id }) => task_id));
  const fresh = sheet.can.log ? added.filter(({ _id }) => !known.has(_id)) : [];
  const rows = [...sheet.rows, ...fresh.map((task) => newRow(task, member._id))];
  return (
    <div className="flex flex-col gap-3">
      <SheetState sheet={sheet} own={own} onChanged={refresh} />
      {read.isError && (
        <ErrorState title="The week could not be refreshed" reference={referenceOf(read.error)} onRetry={refresh} />
      )}
      {rows.length === 0 ? (
        <EmptyState icon={<Clock />} title="No time in this week">
          {sheet.can.log
            ? 'Add a task below and write how long you worked on it each day.'
            : 'Time that is logged on tasks appears here.'}
        </EmptyState>
      ) : (
        <>
          <DayTabs sheet={sheet} day={day} onDay={setDay} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys. */}
          <section aria-label="Time of the week" tabIndex={0} className="overflow-x-auto rounded-sm pb-1">
            <table className="w-full max-w-5xl" aria-label={`Week ${sheet.week}`}>
              <thead>
                <tr className="text-sm text-text-2">
                  <th scope="col" className="border-b border-border px-2 py-1.5 text-left font-medium">
                    Task
                  </th>
                  {sheet.days.map(({ date, working }) => (
                    <DayHead
                      key={date}
                      date={date}
                      working={working}
                      today={date === sheet.today}
                      shown={date === day}
                    />
                  ))}
                  <th scope="col" className="border-b border-border px-2 py-1.5 text-right font-medium max-sm:hidden">
                    Week
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row, at) => (
                  <SheetRow
                    key={`${row.task_id} ${row.member_id}`}
                    {...{ row, at, sheet, day, everybody, remember }}
                    isNew={at >= sheet.rows.length}
                    onChanged={reread}
                  />
                ))}
              </tbody>
              <tfoot>
                <tr className="font-semibold tabular-nums">
                  <th scope="row" className="px-2 py-2 text-left text-base">
                    All together
                  </th>
                  {sheet.days.map(({ date, minutes }) => (
                    <td key={date} className={cn('px-2 py-2 text-right text-base', date !== day && 'max-sm:hidden')}>
                      {minutes ? hoursAndMinutes(minutes) : <span className="sr-only">none</span>}
                    </td>
                  ))}
                  <td className="px-2 py-2 text-right text-base max-sm:hidden">{hoursAndMinutes(sheet.minutes)}</td>
                </tr>
              </tfoot>
            </table>
          </section>
        </>
      )}
      {sheet.cut && <p className="text-sm text-text-2">The first 1000 rows are shown; the sums count all.</p>}
      {sheet.can.log && (
        <div className="w-56">
          <Editable
            name="Week"
            popup="dialog"
            load={loadSearch}
            editor={{
              name: 'Add a task',
              without: rows.map(({ task_id }) => task_id),
              onChoose: (task: FoundTask) => setAdded((now) => [...now, task]),
            }}
          >
            <span className="flex items-center gap-1.5 font-medium text-accent-text">
              <Plus className="size-4" />
              Add a task
            </span>
          </Editable>
        </div>
      )}
      <p className="max-w-[72ch] text-sm text-text-3">
        An entry counts as a whole on the day on which it began, by the organisation’s clock (
        {sheet.time_zone.replaceAll('_', ' ')}).
        {sheet.can.log && ' Write hours as 1:30, 1.5 or 90m; Enter saves and goes down.'}
      </p>
      <p className="sr-only" aria-live="polite">
        {formats.day(sheet.from)}: {hoursAndMinutes(sheet.minutes)} in this week
      </p>
    </div>
  );
}

/** Whether the week is locked and by whom, and what can be done about it. */
function SheetState({ sheet, own, onChanged }: { sheet: Sheet; own: boolean; onChanged: () => void }) {
  const formats = useFormats();
  const [pending, setPending] = useState(false);
  const { lock, member, week } = sheet;
  async function change() {
    if (!member) return;
    setPending(true);
    try {
      await call('POST lockWeek', { member_id: member._id, week, locked: !lock });
      onChanged();
      showToast({
        kind: 'success',
        text: lock ? `The week ${week} is open again.` : `The week ${week} is locked.`,
        action: {
          label: 'Undo',
          onAction: () =>
            void call('POST lockWeek', { member_id: member._id, week, locked: Boolean(lock) }).then(
              onChanged,
              (error) => showToast({ kind: 'failure', text: `It was not undone. ${reasonOf(error)}` }),
            ),
        },
      });
    } catch (error) {
      showToast({ kind: 'failure', text: `The week was not changed. ${reasonOf(error)}` });
    } finally {
      setPending(false);
    }
  }
  if (!lock && !sheet.can.lock && sheet.rows.length === 0) return null;
  return (
    <div className="flex max-w-5xl flex-wrap items-center gap-2">
      {lock && (
        <p className="flex items-center gap-2 rounded-sm bg-sunken px-3 py-1.5 text-base">
          <Lock aria-hidden="true" className="size-4 shrink-0 text-text-2" />
          <span>
            Locked {formats.moment(lock.locked_at, 'medium')}
            {lock.locked_by && bidi` by ${lock.locked_by.name}`}.{own && ' Your time of this week cannot be changed.'}
          </span>
        </p>
      )}
      {sheet.can.lock && (
        <Button
          size="compact"
          icon={lock ? <LockOpen /> : <Lock />}
          pending={pending}
          pendingText={lock ? 'Unlocking…' : 'Locking…'}
          onClick={() => void change()}
        >
          {lock ? 'Unlock week' : 'Lock week'}
        </Button>
      )}
      {sheet.rows.length > 0 && (
        <span className="sm:ml-auto">
          <Button size="compact" icon={<Download />} onClick={() => download(sheet)}>
            Download CSV
          </Button>
        </span>
      )}
    </div>
  );
}

function download(sheet: Sheet): void {
  const text = csvText([
    ['Person', 'Project', 'Task', 'Title', ...sheet.days.map(({ date }) => date), 'Minutes', 'Hours'],
    ...sheet.rows.map((row) => [
      row.member?.name ?? HIDDEN_PEOPLE,
      ...[row.project_name, row.task_key, row.task_title],
      ...sheet.days.map(({ date }) => row.cells.find((cell) => cell.date === date)?.minutes ?? 0),
      ...[row.minutes, Math.round(row.minutes / 0.6) / 100],
    ]),
  ]);
  saveFile(text, `time-${sheet.week}.csv`);
}

/** On a phone one day is shown at a time. */
function DayTabs({ sheet, day, onDay }: { sheet: Sheet; day: string; onDay: (date: string) => void }) {
  const formats = useFormats();
  return (
    <fieldset className="grid grid-cols-7 gap-1 sm:hidden">
      <legend className="sr-only">Day</legend>
      {sheet.days.map(({ date, minutes }) => (
        <button
          key={date}
          type="button"
          aria-pressed={date === day}
          onClick={() => onDay(date)}
          className="flex min-h-11 flex-col items-center justify-center rounded-md border border-border bg-surface text-sm text-text-2 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        >
          <span>{formats.day(date, 'weekday')}</span>
          <span className="text-xs tabular-nums">{minutes ? hoursAndMinutes(minutes) : '–'}</span>
        </button>
      ))}
    </fieldset>
  );
}

type HeadProps = { date: string; working: boolean; today: boolean; shown: boolean };

function DayHead({ date, working, today, shown }: HeadProps) {
  const formats = useFormats();
  return (
    <th
      scope="col"
      aria-current={today ? 'date' : undefined}
      className={cn(
        'border-b border-border px-2 py-1.5 text-right font-medium whitespace-nowrap',
        today && 'text-accent-text',
        !working && 'bg-sunken',
        !shown && 'max-sm:hidden',
      )}
    >
      {formats.day(date, 'short')}
      {!working && <span className="sr-only"> (day off)</span>}
    </th>
  );
}

type RowProps = {
  row: TimeRow;
  at: number;
  sheet: Sheet;
  day: string;
  everybody: boolean;
  isNew: boolean;
  remember: ReturnType<typeof useUndo>;
  onChanged: () => Promise<unknown>;
};

function SheetRow({ row, at, sheet, day, everybody, isNew, remember, onChanged }: RowProps) {
  const hrefTo = useOrganisationLinks();
  const writes = sheet.can.log && !row.locked && !row.binned;
  const line = useRef<HTMLTableRowElement>(null);
  // Whoever has just chosen a task writes its time next.
  const came = useEffectEvent(() => {
    if (isNew) line.current?.querySelector<HTMLInputElement>(`[data-day="${day}"] input`)?.focus();
  });
  useEffect(() => came(), []);
  return (
    <tr ref={line}>
      <th scope="row" className="w-full min-w-40 border-b border-border px-2 py-1.5 text-left text-base font-normal">
        {everybody && (
          <span dir="auto" className="block truncate text-sm font-medium">
            {row.member?.name ?? HIDDEN_PEOPLE}
            {row.locked && <Lock role="img" aria-label="Locked" className="ml-1 inline size-3.5 text-text-3" />}
          </span>
        )}
        <Link
          href={hrefTo(`taskpage?task=${row.task_key}`)}
          prefetch={false}
          title={row.task_title}
          className="rounded-xs hover:underline"
        >
          <span className="text-text-2 tabular-nums">{row.task_key}</span> {isolated(row.task_title)}
        </Link>
        {row.binned && <span className="text-sm text-text-3"> (in the bin)</span>}
      </th>
      {sheet.days.map(({ date, working }, column) => (
        <td
          key={date}
          data-day={date}
          className={cn(
            'border-b border-border px-0.5 py-0.5 text-right text-base tabular-nums',
            !working && 'bg-sunken',
            date !== day && 'max-sm:hidden',
          )}
        >
          <Cell
            {...{ row, date, remember, onChanged }}
            writes={writes && date <= sheet.today}
            place={`${at},${column}`}
            dimmed={!working}
          />
        </td>
      ))}
      <td className="border-b border-border px-2 text-right text-base font-medium tabular-nums max-sm:hidden">
        {row.minutes ? hoursAndMinutes(row.minutes) : ''}
      </td>
    </tr>
  );
}

type CellProps = Pick<RowProps, 'row' | 'remember' | 'onChanged'> &
  Pick<ComponentProps<typeof SheetCell>, 'place' | 'dimmed'> & { date: string; writes: boolean };

function Cell({ row, date, writes, place, dimmed, remember, onChanged }: CellProps) {
  const formats = useFormats();
  const cell = row.cells.find((one) => one.date === date);
  const minutes = cell?.minutes ?? 0;
  const name = `${row.task_key}, ${formats.day(date, 'short')}`;
  if (cell && (cell.entries > 1 || cell.running))
    return (
      <span className="-mr-2.5 block pl-2">
        <Editable
          name={name}
          popup="dialog"
          load={loadEntries}
          editor={{
            asked: { task_id: row.task_id, member_id: row.member_id, from: date, to: date },
            ...{ name, remember, onChanged },
          }}
        >
          <span className="w-full text-right">
            {cell.running && minutes === 0 ? 'Running' : hoursAndMinutes(minutes)}
            <span className="block text-xs text-text-3">
              {cell.entries > 1 ? `${cell.entries} entries` : minutes > 0 && 'running'}
            </span>
          </span>
        </Editable>
      </span>
    );
  if (!writes)
    return (
      <span className="block px-2 py-1.5">
        {minutes ? hoursAndMinutes(minutes) : <span className="sr-only">none</span>}
      </span>
    );
  return (
    <SheetCell
      {...{ name, minutes, place, dimmed }}
      onSave={(next) => setCell({ taskId: row.task_id, date, cell, minutes: next }, remember, onChanged)}
    />
  );
}
