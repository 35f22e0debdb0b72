import 'server-only';
import { bidi } from '@/lib/bidi';
import { nameKey } from '@/lib/clean-text';
import { canEditFields } from '@/lib/custom-field/policy';
import {
  countFields,
  fieldNameTaken,
  listFieldUse,
  lockField,
  placeField,
  setProjects,
  usedOutside,
} from '@/lib/custom-field/queries';
import type {
  CreateCustomField,
  CustomFieldRecord,
  CustomFieldReference,
  CustomFieldUse,
  EditCustomField,
  FieldChoice,
} from '@/lib/custom-field/schema';
import { MOST_FIELDS } from '@/lib/custom-field/vocabulary';
import { allow, DomainError, invalidField, nameTaken, notFound, stale } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { newId } from '@/lib/validation';
import { projectsWithClients } from '@/lib/workflow/queries';

const MAY_NOT = 'Your role cannot define fields.';

async function refuseTaken(ctx: Ctx, name: string, own?: string) {
  if (await fieldNameTaken(ctx, name, own)) throw nameTaken('field', name);
}

type GivenChoice = CreateCustomField['choices'][number];

/** With ids; two of one name would be told apart by nobody. */
function checkedChoices(kind: string, given: readonly GivenChoice[], known: readonly FieldChoice[]): FieldChoice[] {
  if (kind !== 'choice') {
    if (given.length) throw invalidField('choices', 'Only a choice has choices.');
    return [];
  }
  const names = new Set<string>();
  return given.map(({ _id = newId(), name, colour, retired }, at) => {
    if (given[at]?._id && !known.some((one) => one._id === _id))
      throw invalidField('choices', 'One of these choices is not of this field.');
    if (names.has(nameKey(name))) throw invalidField('choices', bidi`There are two choices named ${name}.`);
    names.add(nameKey(name));
    return { _id, name, colour, ...(retired && { retired }) };
  });
}

const tasks = (count: number) => (count === 1 ? '1 task has' : `${count} tasks have`);

async function checkProjects({ db }: Ctx, ids: readonly string[] | null): Promise<string[] | null> {
  if (!ids) return null;
  const wanted = [...new Set(ids)];
  const found = await db.project.count({ where: { id: { in: wanted } } });
  if (found < wanted.length) throw invalidField('project_ids', 'One of these projects does not exist.');
  return wanted;
}

async function read(ctx: Ctx, id: string): Promise<CustomFieldRecord> {
  const [field] = await listFieldUse(ctx, id);
  if (!field) throw notFound('The field');
  const { tasks: _tasks, by_choice: _byChoice, ...record } = field;
  return record;
}

/** Clients hear of what they see, or saw. */
const heard = async (ctx: Ctx, id: string, ...audiences: string[]) => ({
  id,
  clients: audiences.includes('client') ? await projectsWithClients(ctx, undefined) : [],
});

/** `conflict` if the name exists, ignoring case, or there are too many. It stands behind the others. */
export async function createCustomField(ctx: Ctx, input: CreateCustomField): Promise<CustomFieldRecord> {
  allow(canEditFields(ctx.actor), MAY_NOT);
  const { name, kind, audience } = input;
  const choices = checkedChoices(kind, input.choices, []);
  const projectIds = await checkProjects(ctx, input.project_ids);
  await refuseTaken(ctx, name);
  const position = await countFields(ctx);
  if (position >= MOST_FIELDS)
    throw new DomainError('conflict', `There are ${MOST_FIELDS} fields already. Delete one first.`);
  const { id } = await ctx.db.customField.create({
    data: { name, kind, audience, choices, everyProject: !projectIds, position },
    select: { id: true },
  });
  if (projectIds) await setProjects(ctx, id, projectIds);
  ctx.happened('field.created', await heard(ctx, id, audience), { name, kind, audience });
  return read(ctx, id);
}

/**
 * What tasks have is never taken away by a definition: a choice or a project that is in use cannot be left out.
 * @throws conflict with the current record if `version` is stale; if another one has the name; for what tasks still have
 */
export async function editCustomField(ctx: Ctx, input: EditCustomField): Promise<CustomFieldRecord> {
  allow(canEditFields(ctx.actor), MAY_NOT);
  const { id, version, name, audience, position, archived } = input;
  const before = await lockField(ctx, id);
  if (version !== undefined && version !== before.version) throw stale(await read(ctx, id));
  const choices = input.choices && checkedChoices(before.kind, input.choices, before.choices);
  if (choices) refuseLost(before, choices);
  const projectIds = input.project_ids === undefined ? undefined : await checkProjects(ctx, input.project_ids);
  if (projectIds) {
    const lost = await usedOutside(ctx, id, projectIds);
    if (lost)
      throw new DomainError(
        'conflict',
        `${tasks(lost)} a value in projects that are left out. Empty the field there first.`,
      );
  }
  if (name !== undefined && name !== before.name) await refuseTaken(ctx, name, id);
  await ctx.db.customField.updateMany({
    where: { id },
    data: {
      name,
      audience,
      choices,
      ...(projectIds !== undefined && { everyProject: projectIds === null }),
      ...(archived !== undefined && archived !== before.archived && { archivedAt: archived ? new Date() : null }),
      version: { increment: 1 },
    },
  });
  if (projectIds !== undefined) await setProjects(ctx, id, projectIds ?? []);
  if (position !== undefined) await placeField(ctx, id, position);
  const after = await read(ctx, id);
  ctx.happened('field.edited', await heard(ctx, id, before.audience, after.audience), {
    before: lookOf(before),
    after: lookOf(after),
  });
  return after;
}

function refuseLost({ choices, by_choice }: CustomFieldUse, kept: readonly FieldChoice[]): void {
  const lost = choices.find(({ _id }) => by_choice[_id] && !kept.some((one) => one._id === _id));
  if (lost)
    throw new DomainError(
      'conflict',
      bidi`${tasks(by_choice[lost._id] ?? 0)} ${lost.name}. Give them another choice first, or retire it: then it is no longer offered.`,
      { errors: { choices: ['Tasks have a choice that is left out.'] } },
    );
}

/** Hides its values too. Can be undone within a day. */
export async function deleteCustomField(ctx: Ctx, { id }: CustomFieldReference): Promise<CustomFieldUse> {
  allow(canEditFields(ctx.actor), MAY_NOT);
  const before = await lockField(ctx, id);
  await ctx.db.customField.updateMany({ where: { id }, data: { deletedAt: new Date(), live: false } });
  ctx.happened('field.deleted', await heard(ctx, id, before.audience), {
    name: before.name,
    kind: before.kind,
    tasks: before.tasks,
  });
  return before;
}

/** Undoes a deletion; the tasks have their values again. `conflict`: the name is taken. */
export async function restoreCustomField(ctx: Ctx, { id }: CustomFieldReference): Promise<CustomFieldRecord> {
  allow(canEditFields(ctx.actor), MAY_NOT);
  const { name, kind, audience } = await lockField(ctx, id, true);
  await refuseTaken(ctx, name);
  await ctx.db.customField.updateMany({
    where: { id },
    data: { deletedAt: null, live: true, version: { increment: 1 } },
  });
  ctx.happened('field.restored', await heard(ctx, id, audience), { name, kind });
  return read(ctx, id);
}

const lookOf = ({ name, audience, choices, project_ids, archived }: CustomFieldRecord) => ({
  name,
  audience,
  choices: choices.map((one) => one.name),
  projects: project_ids?.length ?? null,
  archived,
});
