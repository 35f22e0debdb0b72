import 'server-only';
import type { Door, FileAnswer } from '@/lib/contract/endpoint';
import { csvCell } from '@/lib/csv';
import { allow, DomainError } from '@/lib/errors';
import { mayEver } from '@/lib/permission/policy';
import { countOf, exportedFields, exportedTasks, matchingIds } from '@/lib/task-export/queries';
import type { ExportTasks } from '@/lib/task-export/schema';
import {
  type Column,
  cellOf,
  columnsFor,
  type ExportedField,
  type ExportedTask,
  type ExportFormat,
} from '@/lib/task-export/vocabulary';
import { MOST_ROWS, workbook } from '@/lib/task-export/vocabulary.xlsx';

/** Tasks per transaction: a long file neither keeps one open nor fills memory. */
const CHUNK = 500;

const TYPE: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
};

/** All that matches, as of the request, while it is read; each piece passes the door again. The export is audited. */
export async function exportTasks(
  door: Door,
  { format, columns: shown, ...filters }: ExportTasks,
): Promise<FileAnswer> {
  const { ids, columns, fields, name } = await door(async (ctx) => {
    allow(mayEver(ctx.actor, 'task.view'), 'Your role cannot see tasks.');
    const ids = await matchingIds(ctx, filters);
    ctx.happened('tasks.exported', null, { format, tasks: countOf(ids), project: filters.project_id });
    const name = `tasks-${ctx.org.key}-${new Date().toISOString().slice(0, 10)}.${format}`;
    const fields = await exportedFields(ctx, filters.project_id, shown);
    return { ids, columns: columnsFor(ctx.actor.role, shown, fields), fields, name };
  });
  const total = countOf(ids);
  if (format === 'xlsx' && total > MOST_ROWS)
    throw new DomainError('invalid', `A sheet has ${MOST_ROWS} rows at most. Export CSV, or narrow the list.`);
  async function* pages() {
    for (let at = 0; at < total; at += CHUNK) yield await door((ctx) => exportedTasks(ctx, ids, at, CHUNK, fields));
  }
  const body =
    format === 'xlsx'
      ? workbook(columns, pages())
      : text(format === 'csv' ? asCsv(columns) : asJson(columns, fields), pages());
  return { name, type: TYPE[format], body };
}

type Text = { head: string; rows: (tasks: readonly ExportedTask[]) => string; foot: string };

function text({ head, rows, foot }: Text, pages: AsyncGenerator<ExportedTask[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      start: (stream) => stream.enqueue(encoder.encode(head)),
      async pull(stream) {
        const { done, value } = await pages.next();
        stream.enqueue(encoder.encode(done ? foot : rows(value)));
        if (done) stream.close();
      },
      cancel: async () => void (await pages.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}

function asCsv(columns: readonly Column[]): Text {
  const line = (cells: readonly (string | number | null)[]) => `${cells.map(csvCell).join(',')}\r\n`;
  return {
    head: `\uFEFF${line(columns.map(({ heading }) => heading))}`,
    rows: (tasks) => tasks.map((task) => line(columns.map((column) => cellOf(task, column)))).join(''),
    foot: '',
  };
}

function asJson(columns: readonly Column[], fields: readonly ExportedField[]): Text {
  let some = false;
  const names = new Set(columns.map(({ name }) => name));
  const record = (task: ExportedTask) =>
    JSON.stringify(Object.fromEntries([...names].map((name) => [name, task[name]])));
  return {
    head: `{"exported_at":${JSON.stringify(new Date().toISOString())},"fields":${JSON.stringify(fields)},"tasks":[`,
    rows: (tasks) => {
      const before = some ? ',\n' : '\n';
      some ||= tasks.length > 0;
      return tasks.length ? before + tasks.map(record).join(',\n') : '';
    },
    foot: '\n]}\n',
  };
}
