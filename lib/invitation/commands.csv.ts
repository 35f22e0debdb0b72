import 'server-only';
import { createHash } from 'node:crypto';
import { fittedLine } from '@/lib/clean-text';
import type { Door } from '@/lib/contract/endpoint';
import type { RunningJob } from '@/lib/contract/job';
import { allow, DomainError, invalidField } from '@/lib/errors';
import { inviteAll } from '@/lib/invitation/commands';
import { canImport, joinsProjects, mayGrant, projectProblem, skipFor } from '@/lib/invitation/policy';
import { getInvitationBatch } from '@/lib/invitation/queries';
import {
  beginBatch,
  countInvitations,
  invitedBy,
  markBatch,
  projectsToJoin,
  type Sorted,
  standingOf,
} from '@/lib/invitation/queries.rows';
import type { CheckedRow, ImportInvitations, ImportJob, InvitationImport, RowProblem } from '@/lib/invitation/schema';
import { type InviteFile, type InviteRow, readInviteFile } from '@/lib/invitation/schema.csv';
import { SKIP_REASON } from '@/lib/invitation/vocabulary';
import type { Ctx } from '@/lib/org';
import { ROLE_LABEL } from '@/lib/permission/schema';
import { addJobs, whenEnded } from '@/lib/queue/jobs';
import { type Decoded, decodeFile, UnreadableFile, zerosTaken } from '@/lib/table-file/decode';
import { cut } from '@/lib/text';
import { newId } from '@/lib/validation';

/** Rows per transaction: short locks, and a failure repeats only one chunk. */
const CHUNK = 250;
/** A file that takes longer is answered as unfinished. */
const WAIT_MS = 3_000;

/**
 * Checks the file and starts a job for its good rows; the answer says `finished: false` when that takes long. Open
 * invitations are skipped: a file sent again invites nobody twice.
 */
export async function importInvitations(
  door: Door,
  input: ImportInvitations,
  waitMs = WAIT_MS,
): Promise<InvitationImport> {
  const file = read(input);
  if (file.unsure && !input.dry_run) throw invalidField('encoding', file.unsure);
  const { good, errors, skipped, keys } = await door((ctx) => {
    allow(canImport(ctx.actor), 'Your role cannot invite people by file.');
    return sortRows(ctx, file, input.project_id);
  });
  const result: InvitationImport = {
    batch_id: null,
    file_name: fittedLine(input.file.name, 200, '…') || 'people.csv',
    total: file.total,
    valid: good.length + skipped.length,
    invited: 0,
    skipped: skipped.length,
    errors,
    skipped_rows: skipped,
    accepted_rows: good.map(({ row, person: { email, name, role, projectIds } }) => ({
      ...{ row, email, name, role },
      projects: projectIds.flatMap((one) => keys.get(one) ?? []),
    })),
    invited_rows: [],
    lost: file.zeros ? [{ row: file.zeros.line, message: zerosTaken(file.zeros.count) }] : [],
    encoding: file.encoding,
    encoding_guessed: file.guessed,
    sample: file.sample,
    headings: file.headings,
    columns: file.columns,
    dry_run: input.dry_run,
    finished: true,
  };
  if (input.dry_run) return result;

  const id = input.batch_id ?? newId();
  const begun = await door(async (ctx) => {
    allow(canImport(ctx.actor), 'Your role cannot invite people by file.');
    const used = (await countInvitations(ctx, new Map([['file', 0]]), 86_400)).get('file');
    if (used && used.used + good.length > 10_000)
      throw new DomainError('rate_limited', 'Your organisation can invite 10000 people a day by file.', {
        retryAfter: used.wait,
      });
    const contentHash = createHash('sha256').update(input.file.bytes).digest('base64url');
    const { file_name: fileName, total } = result;
    const begun = await beginBatch(ctx, { id, fileName, contentHash, total, good, errors, skipped });
    if (begun === null) throw new DomainError('conflict', 'This batch_id belongs to another upload.');
    if (!begun) return false;
    await addJobs(ctx.db, [
      {
        id,
        kind: 'invitation.import',
        lane: 'work',
        memberId: ctx.actor.memberId,
        shared: true,
        total: good.length,
        about: { name: fileName },
        payload: { good },
      },
    ]);
    ctx.happened('invitation.imported', { batchId: id }, { file: fileName, rows: total });
    return true;
  });
  if (begun) await whenEnded(id, waitMs);
  return door(async (ctx) => {
    allow(canImport(ctx.actor), 'Your role cannot invite people by file.');
    const batch = await getInvitationBatch(ctx, { id });
    const sent = await invitedBy(ctx, id);
    return {
      ...result,
      batch_id: id,
      finished: batch.finished,
      invited: sent.size,
      skipped: batch.skipped,
      errors: batch.errors,
      skipped_rows: batch.skipped_rows,
      invited_rows: good
        .filter(({ person }) => sent.has(person.email))
        .map(({ row, person }) => ({ row, email: person.email })),
    };
  });
}

/** Invites the next rows of an upload, with the rights of now. True when none are left. */
export async function inviteNextRows({
  id,
  payload,
  progress,
  door,
  advance,
}: RunningJob<ImportJob>): Promise<boolean> {
  const { good } = payload;
  const chunk = good.slice(progress.done, progress.done + CHUNK);
  const done = progress.done + chunk.length;
  await door(async (ctx) => {
    allow(canImport(ctx.actor), 'Your role cannot invite people by file.');
    for (const { person } of chunk)
      allow(mayGrant(ctx.actor.role, person.role), `Your role cannot invite people as ${ROLE_LABEL[person.role]}.`);
    const people = chunk.map(({ person }) => person);
    const left = (await inviteAll(ctx, people, { how: 'file', batchId: id })).skipped;
    const rowOf = new Map(chunk.map(({ row, person }) => [person.email, row]));
    const skipped = left.map(({ email, message }) => problem(rowOf.get(email) ?? 0, email, message));
    await markBatch(ctx, id, { skipped, finished: done === good.length });
    await advance(ctx, { done, total: good.length });
  });
  return done === good.length;
}

function read({ file, mapping, encoding }: ImportInvitations): InviteFile & Omit<Decoded, 'text'> {
  try {
    const { text, ...decoded } = decodeFile(file.bytes, encoding);
    return { ...readInviteFile(text, mapping), ...decoded };
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalidField('file', error.message);
    throw error;
  }
}

async function sortRows(
  ctx: Ctx,
  file: InviteFile,
  projectId: string | undefined,
): Promise<Sorted & { keys: ReadonlyMap<string, string> }> {
  const errors = [...file.errors];
  const skipped: RowProblem[] = [];
  const good: CheckedRow[] = [];
  const known = await projectsToJoin(ctx);
  const byName = new Map(known.flatMap(({ id, key, name }) => [key, name, id].map((word) => [word.toLowerCase(), id])));
  const standing = await standingOf(ctx, [...new Set(file.rows.map(({ email }) => email))]);
  const seen = new Set<string>();
  for (const given of file.rows) {
    const row =
      projectId && !given.projects.length && joinsProjects(given.role) ? { ...given, projects: [projectId] } : given;
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
  return { good, errors, skipped, keys: new Map(known.map(({ id, key }) => [id, key])) };
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
      return { row, column: 'projects', value: cut(word, 200, '…'), message: 'This project does not exist.' };
  const ids = projects.map((word) => byName.get(word.toLowerCase()) as string);
  const bad = projectProblem(actor, role, ids, known);
  return bad && { row, column: 'projects', value: cut(projects.join(', '), 200, '…'), message: bad.message };
}

const problem = (row: number, value: string, message: string): RowProblem => ({ row, column: 'email', value, message });
