import 'server-only';
import { createHash } from 'node:crypto';
import type { Door } from '@/lib/contract/endpoint';
import { allow, DomainError, invalidField } from '@/lib/errors';
import { inviteAll } from '@/lib/invitation/commands';
import { canImport, type Invitee, mayGrant, projectProblem, skipFor } from '@/lib/invitation/policy';
import { beginBatch, countInvitations, markBatch, projectsToJoin, standingOf } from '@/lib/invitation/queries.rows';
import type { ImportInvitations, InvitationImport, RowProblem } from '@/lib/invitation/schema';
import {
  decodeCsv,
  type InviteFile,
  type InviteRow,
  readInviteFile,
  UnreadableFile,
} from '@/lib/invitation/schema.csv';
import { SKIP_REASON } from '@/lib/invitation/vocabulary';
import type { Ctx } from '@/lib/org';
import { ROLE_LABEL } from '@/lib/permission/schema';
import { newId } from '@/lib/validation';

/** Rows per transaction: short locks, and a failure repeats only one chunk. */
const CHUNK = 500;

type Checked = { row: number; person: Invitee };
type Sorted = { good: Checked[]; errors: RowProblem[]; skipped: RowProblem[] };

/**
 * A chunk is a transaction and skips open invitations: a file sent again, even after a crash, invites nobody twice.
 * Rights are checked for each chunk. Good rows go even if others are bad.
 */
export async function importInvitations(door: Door, input: ImportInvitations): Promise<InvitationImport> {
  const file = read(input);
  const { good, errors, skipped } = await door((ctx) => {
    allow(canImport(ctx.actor), 'Your role cannot invite people by file.');
    return sortRows(ctx, file);
  });
  const result: InvitationImport = {
    batch_id: null,
    file_name: input.file.name.slice(0, 200) || 'people.csv',
    total: file.total,
    valid: good.length + skipped.length,
    invited: 0,
    skipped: skipped.length,
    errors,
    skipped_rows: skipped,
    invited_rows: [],
    headings: file.headings,
    columns: file.columns,
    dry_run: input.dry_run,
    finished: true,
  };
  if (input.dry_run) return result;

  const batchId = await door(async (ctx) => {
    allow(canImport(ctx.actor), 'Your role cannot invite people by file.');
    const used = (await countInvitations(ctx, new Map([['file', 0]]), 86_400)).get('file');
    if (used && used.used + good.length > 10_000)
      throw new DomainError('rate_limited', 'Your organisation can invite 10000 people a day by file.', {
        retryAfter: used.wait,
      });
    const contentHash = createHash('sha256').update(input.file.bytes).digest('base64url');
    const id = await beginBatch(ctx, {
      id: input.batch_id ?? newId(),
      fileName: result.file_name,
      contentHash,
      total: file.total,
    });
    if (!id) throw new DomainError('conflict', 'This batch_id belongs to another upload.');
    ctx.happened('invitation.imported', { batchId: id }, { file: result.file_name, rows: file.total });
    return id;
  });
  result.batch_id = batchId;
  for (let from = 0; from < good.length || from === 0; from += CHUNK) {
    const chunk = good.slice(from, from + CHUNK);
    await door(async (ctx) => {
      allow(canImport(ctx.actor), 'Your role cannot invite people by file.');
      const done = await inviteAll(
        ctx,
        chunk.map(({ person }) => person),
        { how: 'file', batchId },
      );
      const rowOf = new Map(chunk.map(({ row, person }) => [person.email, row]));
      for (const { email, message } of done.skipped) skipped.push(problem(rowOf.get(email) ?? 0, email, message));
      const left = new Set(done.skipped.map(({ email }) => email));
      for (const { row, person } of chunk)
        if (!left.has(person.email)) result.invited_rows.push({ row, email: person.email });
      result.invited += done.invited.length;
      result.skipped = skipped.length;
      const last = from + CHUNK >= good.length;
      skipped.sort((a, b) => a.row - b.row);
      await markBatch(ctx, batchId, { skipped, errors, finished: last });
    });
  }
  return result;
}

function read({ file, mapping }: ImportInvitations): InviteFile {
  try {
    return readInviteFile(decodeCsv(file.bytes), mapping);
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalidField('file', error.message);
    throw error;
  }
}

async function sortRows(ctx: Ctx, file: InviteFile): Promise<Sorted> {
  const errors = [...file.errors];
  const skipped: RowProblem[] = [];
  const good: Checked[] = [];
  const known = await projectsToJoin(ctx);
  const byName = new Map(known.flatMap(({ id, key, name }) => [key, name, id].map((word) => [word.toLowerCase(), id])));
  const standing = await standingOf(ctx, [...new Set(file.rows.map(({ email }) => email))]);
  const seen = new Set<string>();
  for (const row of file.rows) {
    const wrong = wrongWith(ctx, row, byName, known);
    if (wrong) {
      errors.push(wrong);
      continue;
    }
    const skip = skipFor(row.email, standing.get(row.email));
    if (seen.has(row.email)) skipped.push(problem(row.row, row.email, SKIP_REASON.duplicate));
    else if (skip) skipped.push(problem(row.row, row.email, skip.message));
    else {
      const projectIds = [...new Set(row.projects.map((word) => byName.get(word.toLowerCase()) as string))];
      good.push({ row: row.row, person: { email: row.email, name: row.name, role: row.role, projectIds } });
    }
    seen.add(row.email);
  }
  errors.sort((a, b) => a.row - b.row);
  return { good, errors, skipped };
}

function wrongWith(
  { actor }: Ctx,
  { row, role, projects }: InviteRow,
  byName: Map<string, string>,
  known: { id: string; leaderId: string | null }[],
): RowProblem | null {
  if (!mayGrant(actor.role, role))
    return {
      row,
      column: 'role',
      value: ROLE_LABEL[role],
      message: `Your role cannot invite people as ${ROLE_LABEL[role]}.`,
    };
  for (const word of projects)
    if (!byName.has(word.toLowerCase()))
      return { row, column: 'projects', value: word.slice(0, 200), message: 'This project does not exist.' };
  const ids = projects.map((word) => byName.get(word.toLowerCase()) as string);
  const bad = projectProblem(actor, role, ids, known);
  return bad && { row, column: 'projects', value: projects.join(', ').slice(0, 200), message: bad.message };
}

const problem = (row: number, value: string, message: string): RowProblem => ({ row, column: 'email', value, message });
