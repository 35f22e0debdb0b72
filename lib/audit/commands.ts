import 'server-only';
import { changesAsText, conditionsOf, cursorOf, readAudit } from '@/lib/audit/queries';
import type { AuditFilters, AuditRecord, ExportAudit } from '@/lib/audit/schema';
import type { Door, FileAnswer } from '@/lib/contract/endpoint';
import type { RunningJob } from '@/lib/contract/job';
import { csvCell } from '@/lib/csv';
import { allow } from '@/lib/errors';
import { getJob } from '@/lib/job/queries';
import type { JobRecord } from '@/lib/job/schema';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { addJobs } from '@/lib/queue/jobs';

/** Lines per transaction: a long file neither keeps one open nor fills memory. */
const CHUNK = 1000;
const HEADINGS = ['time (UTC)', 'what happened', 'action', 'by', 'to', 'change', 'address', 'device', 'id'];

/** As of the request. Each piece passes the door again: losing the right ends it. The export itself is audited. */
export async function exportAudit(door: Door, { format, ...filters }: ExportAudit): Promise<FileAnswer> {
  const { first, org } = await door(async (ctx) => {
    allow(mayEver(ctx.actor, 'audit.view'), 'Your role cannot read the audit log.');
    const lines = await chunkOf(ctx, filters, 0);
    ctx.happened('audit.exported', null, { format, ...filters });
    return { first: lines, org: ctx.org.key };
  });
  const text = format === 'csv' ? asCsv() : asJson(filters);
  const encoder = new TextEncoder();
  let lines: AuditRecord[] | null = first;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(text.head)),
    async pull(stream) {
      if (!lines) return;
      if (lines.length) stream.enqueue(encoder.encode(text.lines(lines)));
      const last = lines.length === CHUNK ? lines.at(-1) : undefined;
      if (!last) {
        lines = null;
        stream.enqueue(encoder.encode(text.foot));
        stream.close();
        return;
      }
      lines = await door((ctx) => chunkOf(ctx, filters, cursorOf(last)));
    },
    cancel() {
      lines = null;
    },
  });
  return {
    name: nameOf(org, format),
    type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    body,
  };
}

/** The same file, made by a job that goes on where it stopped. */
export async function prepareAuditExport(ctx: Ctx, { format, ...filters }: ExportAudit): Promise<JobRecord> {
  allow(mayEver(ctx.actor, 'audit.view'), 'Your role cannot read the audit log.');
  const name = nameOf(ctx.org.key, format);
  const { memberId } = ctx.actor;
  const payload = { format, ...filters };
  const [id] = await addJobs(ctx.db, [
    { kind: 'audit.export', lane: 'work', memberId, about: { name, needs: 'audit.view' }, payload },
  ]);
  ctx.happened('audit.exported', null, payload);
  return getJob(ctx, { id: id as string });
}

/** Writes the next lines of the file, if the caller may still read them. True when none are left. */
export async function exportNextLines({
  payload: { format, ...filters },
  progress,
  cursor,
  door,
  advance,
  write,
}: RunningJob<ExportAudit>): Promise<boolean> {
  return door(async (ctx) => {
    allow(mayEver(ctx.actor, 'audit.view'), 'Your role cannot read the audit log.');
    const text = format === 'csv' ? asCsv() : asJson(filters, progress.done > 0);
    const lines = await chunkOf(ctx, filters, typeof cursor === 'string' ? cursor : 0);
    const last = lines.length === CHUNK ? lines.at(-1) : undefined;
    await write(ctx, `${cursor ? '' : text.head}${lines.length ? text.lines(lines) : ''}${last ? '' : text.foot}`);
    await advance(ctx, { done: progress.done + lines.length, total: 0 }, last && cursorOf(last));
    return !last;
  });
}

const nameOf = (org: string, format: string) => `audit-${org}-${new Date().toISOString().slice(0, 10)}.${format}`;

async function chunkOf(ctx: Ctx, filters: AuditFilters, from: string | 0): Promise<AuditRecord[]> {
  allow(mayEver(ctx.actor, 'audit.view'), 'Your role cannot read the audit log.');
  return readAudit(ctx, await conditionsOf(ctx, filters), from, CHUNK);
}

type Text = { head: string; lines: (lines: AuditRecord[]) => string; foot: string };

function asCsv(): Text {
  const row = (cells: readonly (string | null)[]) => `${cells.map(csvCell).join(',')}\r\n`;
  return {
    head: `\uFEFF${row(HEADINGS)}`,
    lines: (lines) =>
      lines
        .map((line) =>
          row([
            line.created_at,
            line.says,
            line.action,
            line.actor?.name ?? null,
            line.target?.name ?? null,
            changesAsText(line),
            line.ip,
            line.user_agent,
            line._id,
          ]),
        )
        .join(''),
    foot: '',
  };
}

function asJson(filters: AuditFilters, some = false): Text {
  return {
    head: `{"exported_at":${JSON.stringify(new Date().toISOString())},"filters":${JSON.stringify(filters)},"lines":[`,
    lines: (lines) => {
      const text = lines.map((line) => JSON.stringify(line)).join(',\n');
      const before = some ? ',\n' : '\n';
      some = true;
      return before + text;
    },
    foot: '\n]}\n',
  };
}
