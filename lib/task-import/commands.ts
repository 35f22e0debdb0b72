import 'server-only';
import { cleanLine, fittedLine } from '@/lib/clean-text';
import { type Acceptance, type Door, type StoredFile, withHeaders } from '@/lib/contract/endpoint';
import { fieldsOffered } from '@/lib/custom-field/queries';
import { allow, DomainError, invalidField } from '@/lib/errors';
import { openBytes } from '@/lib/file/bytes/store';
import { SOURCE_LABEL } from '@/lib/imported/vocabulary';
import type { Ctx } from '@/lib/org';
import { createProject } from '@/lib/project/commands';
import { CreateProject } from '@/lib/project/schema';
import { MOST_PEOPLE, PROJECT_TYPES } from '@/lib/project/vocabulary';
import { addJobs, whenEnded } from '@/lib/queue/jobs';
import { ARCHIVED, takesNewTasks } from '@/lib/task/policy';
import { projectFacts } from '@/lib/task/queries.facts';
import type { StatusCode } from '@/lib/task/vocabulary';
import { canImportInto, mayImport } from '@/lib/task-import/policy';
import {
  beginBatch,
  getImportBatch,
  knownTasks,
  membersFor,
  projectMadeOf,
  runningBatch,
} from '@/lib/task-import/queries';
import type { ImportTasks, TaskImport } from '@/lib/task-import/schema';
import type { ImportFile, LineProblem } from '@/lib/task-import/schema.file';
import { joining, type Plan, planOf } from '@/lib/task-import/schema.plan';
import { type FileRead, type FileToRead, work as readFile } from '@/lib/task-import/schema.reading';
import { MOST_BYTES, MOST_TASKS } from '@/lib/task-import/vocabulary';
import { cut, fits } from '@/lib/text';
import { TookTooLong, WorkerThread } from '@/lib/thread/worker-thread';
import { once } from '@/lib/transport/once';
import { newId } from '@/lib/validation';
import { STANDARD, workflowOf } from '@/lib/workflow/vocabulary';

/** A file that takes longer is answered as unfinished. */
const WAIT_MS = 5_000;
const SHOWN = 5;
const MOST_PROBLEMS = 2_000;
/** A project whose file does not say what it is called. */
const UNNAMED = 'Imported tasks';

/** Before the file is read. */
export async function acceptImport({ actor }: Ctx): Promise<Acceptance> {
  allow(mayImport(actor), 'Your role cannot import tasks.');
  return {
    most: MOST_BYTES,
    left: MOST_BYTES,
    beyond: new DomainError('too_large', 'An import may have 50 MB at most.'),
  };
}

/**
 * Reads the file and starts a job that makes its tasks; with `dry_run` says what would be made. What an earlier import
 * made of the same file is left out. Throws `invalid` in words for a file that cannot be read.
 */
export async function importTasks(door: Door, asked: ImportTasks, waitMs = WAIT_MS): Promise<TaskImport> {
  const { project_id: projectId = null, mapping = {}, encoding } = asked;
  const { zone, order, line, fields } = await door(async (ctx) => {
    const { actor } = ctx;
    allow(mayImport(actor), 'Your role cannot import tasks.');
    if (projectId) await mustTake(ctx, projectId);
    return {
      line: ctx.org.key,
      fields: await fieldsOffered(ctx, projectId),
      zone: actor.timeZone,
      order: actor.locale === 'en-US' ? ('mdy' as const) : ('dmy' as const),
    };
  });
  const reading = {
    columns: mapping.columns,
    fields: fields.map(({ _id: id, name }) => ({ id, name, heading: mapping.fields?.[id] })),
    dayOrder: mapping.day_order ?? order,
    zone,
    asks: asked.dry_run,
  };
  const own = { fields, order: reading.dayOrder, zone };
  const how = { source: asked.source, encoding, archived: mapping.archived ?? false, reading };
  const file = await read(asked.file, line, how);
  const { source } = file;
  const input = { ...asked, source };
  const unclear = mapping.day_order ? null : file.unclear;
  if (unclear && !input.dry_run) throw invalidField('mapping', whichOrder(unclear));
  if (file.unsure && !input.dry_run) throw invalidField('encoding', file.unsure);
  const answer = ({ plan, skipped }: Planned, into: string | null): TaskImport => ({
    batch_id: null,
    source,
    tasks: plan.rows.length,
    comments: plan.rows.reduce((sum, { data }) => sum + data.comments.length, 0),
    people: plan.people.filter(({ member_id }) => member_id).length,
    lists: plan.lists.length,
    labels: plan.labels,
    checklist_items: plan.rows.reduce((sum, { data }) => sum + data.checklist.length, 0),
    time_entries: plan.rows.reduce((sum, { data }) => sum + data.time.length, 0),
    skipped: skipped.length,
    errors: file.errors.slice(0, MOST_PROBLEMS),
    skipped_lines: skipped.slice(0, MOST_PROBLEMS),
    lost: [...(into ? [] : lostOfName(file, input)), ...file.lost].slice(0, MOST_PROBLEMS),
    project_id: into,
    new_project: into || !input.dry_run ? null : nameOf(file, input),
    dry_run: input.dry_run,
    finished: true,
    encoding: file.encoding,
    encoding_guessed: file.guessed,
    sample: file.sample,
    unclear_date: unclear,
    client_tasks: plan.rows.filter(({ data }) => data.audience === 'client').length,
    headings: file.headings,
    columns: file.columns,
    lists_found: plan.lists,
    people_found: plan.people,
    first_tasks: plan.rows.slice(0, SHOWN).map(({ line, data }) => ({ line, title: data.title, list: null })),
  });
  const before = async (ctx: Ctx) => projectId ?? (await projectMadeOf(ctx, source, input.file.sha256));
  if (input.dry_run)
    return door(async (ctx) => {
      const into = await before(ctx);
      return answer(await planned(ctx, file, input, into, own), into);
    });
  const make = async (ctx: Ctx): Promise<Begun> => {
    const known = await before(ctx);
    // A file without tasks creates neither an import nor a project.
    if (!file.tasks.length) return { id: null, result: answer(await planned(ctx, file, input, known, own), known) };
    const into = known ?? (await newProject(ctx, file, input));
    await mustTake(ctx, into);
    const running = await runningBatch(ctx, into, input.file.sha256);
    const found = await planned(ctx, file, input, into, own);
    const made = known ? [] : [{ kind: 'project', id: into, name: nameOf(file, input) }];
    const id =
      running ?? (await begin(ctx, input, into, found.plan, { errors: file.errors, skipped: found.skipped, made }));
    return { id, result: answer(found, into) };
  };
  const { id, result, headers } = await door((ctx) => onceOnly(ctx, door.key ?? null, input, make));
  if (id === null) return result;
  await whenEnded(id, waitMs);
  const batch = await door((ctx) => getImportBatch(ctx, { id }));
  const { tasks, comments, checklist_items, time_entries, skipped, errors, skipped_lines, finished } = batch;
  const now = { tasks, comments, checklist_items, time_entries, skipped, errors, skipped_lines, finished };
  return withHeaders({ ...result, batch_id: id, ...now }, headers);
}

const whichOrder = ({ line, text }: { line: number; text: string }) =>
  `Line ${line}: nobody can tell whether “${cut(text.trim(), 40, '…')}” has its day or its month first. Say so: day_order dmy or mdy.`;

type Planned = { plan: Plan; skipped: LineProblem[] };
/** `id`: of the import; null where there was nothing to make. */
type Begun = { id: string | null; result: TaskImport };

/** What the first call with this key began, with what becomes of it. */
async function onceOnly(
  ctx: Ctx,
  key: string | null,
  { file, ...input }: ImportTasks,
  make: (ctx: Ctx) => Promise<Begun>,
) {
  if (key === null) return { ...(await make(ctx)), headers: {} };
  const request = `importTasks\n${file.sha256}\n${JSON.stringify(input)}`;
  const { body, headers = {} } = await once(ctx, key, request, async () => ({ status: 200, body: await make(ctx) }));
  return { ...(body as Begun), headers };
}

async function begin(
  ctx: Ctx,
  { source, file }: ImportTasks,
  projectId: string,
  { rows, people, lists, labels }: Plan,
  { errors, skipped, made }: Pick<Parameters<typeof beginBatch>[1], 'errors' | 'skipped' | 'made'>,
): Promise<string> {
  const id = newId();
  const fileName = fittedLine(file.name, 200, '…') || UNNAMED;
  await beginBatch(
    ctx,
    {
      id,
      projectId,
      source,
      fileName,
      contentHash: file.sha256,
      total: rows.length,
      people: people.filter(({ member_id }) => member_id).length,
      lists: lists.length,
      labels,
      made,
      errors: errors.slice(0, MOST_PROBLEMS),
      skipped: skipped.slice(0, MOST_PROBLEMS),
    },
    rows,
  );
  await addJobs(ctx.db, [
    {
      id,
      kind: 'task.import',
      lane: 'work',
      memberId: ctx.actor.memberId,
      shared: true,
      total: rows.length,
      about: { name: fileName },
      payload: { batch_id: id },
    },
  ]);
  ctx.happened(
    'tasks.imported',
    { id, projectId },
    { file: fileName, source: SOURCE_LABEL[source], tasks: rows.length },
  );
  return id;
}

/** A file of this size is read in milliseconds, whatever it holds. */
const SMALL = 50_000;
const READ_MS = 30_000;
const reader = new WorkerThread('lib/task-import/schema.reading.ts', READ_MS, readFile);

async function read(stored: StoredFile, line: string, how: Omit<FileToRead, 'bytes'>): Promise<FileRead> {
  const content = await openBytes(stored);
  if (!content) throw new DomainError('unavailable', 'The file could not be read. Send it again.');
  const bytes = new Uint8Array(await new Response(content).arrayBuffer());
  try {
    return await (bytes.length > SMALL ? reader.run({ ...how, bytes }, line) : readFile({ ...how, bytes }));
  } catch (error) {
    if (error instanceof TookTooLong)
      throw invalidField('file', 'Reading this file takes too long. Import it in parts.');
    if (error instanceof Error && error.name === 'UnreadableFile') throw invalidField('file', error.message);
    throw error;
  }
}

/** `not_found`, `forbidden`, or `conflict` for an archived one. */
async function mustTake(ctx: Ctx, projectId: string): Promise<void> {
  const project = await projectFacts(ctx, projectId, {});
  allow(canImportInto(ctx.actor, projectId), 'You can import tasks into projects that you are in.');
  if (!takesNewTasks(project)) throw new DomainError('conflict', ARCHIVED);
}

async function planned(
  ctx: Ctx,
  file: ImportFile,
  { source, mapping = {} }: ImportTasks,
  projectId: string | null,
  own: Pick<Parameters<typeof planOf>[2], 'fields' | 'order' | 'zone'>,
): Promise<Planned> {
  const known = projectId
    ? await knownTasks(
        ctx,
        projectId,
        source,
        file.tasks.map(({ source_id }) => source_id),
      )
    : new Map<string, { key: string }>();
  const here = {
    source,
    mapping,
    memberId: ctx.actor.memberId,
    members: await membersFor(ctx, projectId),
    statuses: statusesFor(ctx, file, projectId),
    ...own,
  };
  const fresh = file.tasks.filter(({ source_id }) => !known.has(source_id));
  const there = file.tasks.flatMap(({ line, source_id }) => {
    const task = known.get(source_id);
    return task ? { line, message: `This is ${task.key} already.` } : [];
  });
  const skipped = [...file.skipped, ...there].sort((one, other) => one.line - other.line);
  return { plan: planOf(file, fresh.slice(0, MOST_TASKS), here), skipped };
}

const isStandard = (name: string) => STANDARD.columns.some((column) => column.name === name);

/** Names that people gave, the project's first; an export of ours may name those of another project. */
function statusesFor({ workflows }: Ctx, { own }: ImportFile, projectId: string | null): Map<string, StatusCode> {
  const names = new Map<string, StatusCode>();
  const all = [workflowOf(workflows, projectId), ...(own ? [STANDARD, ...Object.values(workflows)] : [])];
  for (const { name, status } of all.flatMap(({ columns }) => columns))
    if (!names.has(name.toLowerCase()) && (own || !isStandard(name))) names.set(name.toLowerCase(), status);
  return names;
}

const MOST_NAME = 120;
const wholeName = ({ name }: ImportFile, { file }: ImportTasks) => name ?? file.name.replace(/\.\w+$/, '');
const nameOf = (file: ImportFile, input: ImportTasks): string =>
  fittedLine(wholeName(file, input), MOST_NAME, '…') || UNNAMED;

const lostOfName = (file: ImportFile, input: ImportTasks): LineProblem[] =>
  fits(cleanLine(wholeName(file, input)), MOST_NAME)
    ? []
    : [{ line: 0, message: `The name of the project is cut: it may have ${MOST_NAME} characters.` }];

/** With the people whom the file names, as they have tasks only in projects they are in. */
async function newProject(ctx: Ctx, file: ImportFile, input: ImportTasks): Promise<string> {
  const [type] = PROJECT_TYPES;
  const members = await membersFor(ctx, null);
  const people = joining(file, { members, mapping: input.mapping ?? {} }).slice(0, MOST_PEOPLE);
  const named = (name: string) => ({ name, type, member_ids: people });
  const checked = CreateProject.safeParse(named(nameOf(file, input)));
  return (await createProject(ctx, checked.data ?? CreateProject.parse(named(UNNAMED))))._id;
}
