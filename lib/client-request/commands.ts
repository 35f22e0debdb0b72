import 'server-only';
import { bidi } from '@/lib/bidi';
import { canEditRequest, canFileRequest, canTriage, requestRights } from '@/lib/client-request/policy';
import { beforeFiling, getRequest, lockRequest, type RequestFacts } from '@/lib/client-request/queries';
import type {
  EditRequest,
  FileRequest,
  RequestRecord,
  RequestReference,
  TriagedRequest,
  TriageRequest,
} from '@/lib/client-request/schema';
import { MOST_WAITING } from '@/lib/client-request/vocabulary';
import { alreadyMade } from '@/lib/contract/endpoint';
import { listed } from '@/lib/contract/event';
import { allow, DomainError, invalidField, stale } from '@/lib/errors';
import { draftAgain, moveRequestFiles, placeDraftsOnRequest } from '@/lib/file/queries.attached';
import { renderedFor } from '@/lib/markdown/kept';
import type { Ctx } from '@/lib/org';
import { createTask } from '@/lib/task/commands';
import { ARCHIVED, takesNewTasks } from '@/lib/task/policy';
import { getTask } from '@/lib/task/queries';
import { projectFacts } from '@/lib/task/queries.facts';
import type { TaskDetail } from '@/lib/task/schema';
import { newId } from '@/lib/validation';
import { takingPart } from '@/lib/watcher/queries';

const NOT_YOURS = 'Only who wrote this request can change it.';
const MAY_NOT = 'Only who leads work in this project can decide on requests.';

const told = ({ id, title }: { id: string; title: string }) => ({ request_id: id, title });

const switchedOff = (contacts: readonly string[]) =>
  `Requests are switched off in this organisation. ${
    contacts.length ? bidi`Ask ${listed(contacts)} instead.` : 'Ask the team instead.'
  }`;

/** @throws forbidden where requests are switched off; conflict in an archived project, or where too many of the caller's wait already */
export async function fileRequest(ctx: Ctx, input: FileRequest): Promise<RequestRecord> {
  const { project_id: projectId, title, body, attachment_ids } = input;
  const { html: bodyHtml, renderer: bodyRenderer } = renderedFor('body', body);
  const project = await projectFacts(ctx, projectId, {});
  allow(canFileRequest(ctx.actor, projectId), 'Only clients of a project file requests in it.');
  if (!takesNewTasks(project)) throw new DomainError('conflict', 'This project is archived: it takes no new requests.');
  const { triagers, waiting, taken, contacts } = await beforeFiling(ctx, projectId);
  allow(taken, switchedOff(contacts));
  if (waiting >= MOST_WAITING)
    throw new DomainError(
      'conflict',
      `${MOST_WAITING} of your requests wait for an answer in this project already. Withdraw one first.`,
    );
  const id = newId();
  const authorId = ctx.actor.memberId;
  await ctx.db.clientRequest.create({ data: { id, projectId, authorId, title, body, bodyHtml, bodyRenderer } });
  await attach(ctx, { id, projectId }, attachment_ids);
  ctx.happened('request.filed', { id, projectId, authorId, triagers }, told({ id, title }));
  await ctx.settle();
  return getRequest(ctx, { id });
}

async function attach(
  ctx: Ctx,
  request: Pick<RequestFacts, 'id' | 'projectId'>,
  ids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length && (await placeDraftsOnRequest(ctx, request, wanted)) < wanted.length)
    throw invalidField('attachment_ids', 'An attachment is not there any more. Remove it, and add it again.');
}

/** `conflict` with the current request if `version` is stale, or once it is decided. */
export async function editRequest(ctx: Ctx, input: EditRequest): Promise<RequestRecord> {
  const rendered = input.body === undefined ? undefined : renderedFor('body', input.body);
  const request = await lockRequest(ctx, input.id);
  allow(canEditRequest(ctx.actor, request), NOT_YOURS);
  await refuseDecided(ctx, request);
  const { id, version, projectId, authorId } = request;
  if (input.version !== version) throw stale(await getRequest(ctx, { id }));
  const title = input.title ?? request.title;
  const body = input.body ?? request.body;
  const before = input.attachment_ids && (await getRequest(ctx, { id })).attachments.map(({ _id }) => _id);
  const added = input.attachment_ids?.filter((one) => !before?.includes(one)) ?? [];
  const removed = before?.filter((one) => !input.attachment_ids?.includes(one)) ?? [];
  if (title === request.title && body === request.body && !added.length && !removed.length)
    return getRequest(ctx, { id });
  await draftAgain(ctx, id, removed);
  await attach(ctx, request, added);
  await ctx.db.clientRequest.update({
    where: { id },
    data: {
      ...{ title, body, version: version + 1, updatedAt: new Date() },
      ...(rendered && { bodyHtml: rendered.html, bodyRenderer: rendered.renderer }),
    },
  });
  ctx.happened('request.edited', { id, projectId, authorId }, told({ id, title }));
  await ctx.settle();
  return getRequest(ctx, { id });
}

/** Taken back by its author; `conflict` once it is decided. */
export async function withdrawRequest(ctx: Ctx, { id }: RequestReference): Promise<RequestRecord> {
  const request = await lockRequest(ctx, id);
  allow(canEditRequest(ctx.actor, request), NOT_YOURS);
  await refuseDecided(ctx, request);
  await decide(ctx, request, { state: 'withdrawn' });
  ctx.happened('request.withdrawn', request, told(request));
  return getRequest(ctx, { id });
}

/** Whoever withdrew or declined it takes that back: it waits again. */
export async function reopenRequest(ctx: Ctx, { id }: RequestReference): Promise<RequestRecord> {
  const request = await lockRequest(ctx, id);
  const { state } = request;
  if (state === 'received' || state === 'accepted')
    throw new DomainError('conflict', 'This request was not withdrawn or declined, or was reopened already.', {
      current: await getRequest(ctx, { id }),
    });
  allow(requestRights(ctx.actor, request).reopen, state === 'withdrawn' ? NOT_YOURS : MAY_NOT);
  if (state === 'withdrawn') {
    const { taken, contacts } = await beforeFiling(ctx, request.projectId);
    allow(taken, switchedOff(contacts));
  }
  await decide(ctx, request, { state: 'received' });
  ctx.happened('request.reopened', request, told(request));
  return getRequest(ctx, { id });
}

/**
 * Accepted, it becomes a task of its project that clients see and its author watches; declined, its author reads why.
 * `conflict` with the current request where somebody decided before, or its author changed it since.
 */
export async function triageRequest(ctx: Ctx, input: TriageRequest): Promise<TriagedRequest> {
  const { id, version, accept, reason, project_id, audience: _audience, ...fields } = input;
  const request = await lockRequest(ctx, id);
  const { projectId, state } = request;
  allow(canTriage(ctx.actor, request), MAY_NOT);
  if (project_id !== undefined && project_id !== projectId)
    throw invalidField('project_id', 'A request becomes a task of its own project. Move the task afterwards.');
  const conflict = async (message: string) =>
    new DomainError('conflict', message, { current: await getRequest(ctx, { id }) });
  if (state === 'withdrawn') throw await conflict('Its author has withdrawn this request.');
  if (state === 'accepted') throw await conflict('This request has been accepted already.');
  if (!accept && state === 'declined') throw await conflict('This request has been declined already.');
  if (version !== undefined && version !== request.version) throw stale(await getRequest(ctx, { id }));
  if (!accept) {
    await decide(ctx, request, { state: 'declined', reason });
    ctx.happened('request.declined', request, told(request));
    await ctx.settle();
    return alreadyMade(await getRequest(ctx, { id }));
  }
  if (!takesNewTasks(await projectFacts(ctx, projectId, {}))) throw new DomainError('conflict', ARCHIVED);
  return becomeTask(ctx, request, fields);
}

type TaskFields = Omit<TriageRequest, 'id' | 'version' | 'accept' | 'reason' | 'project_id' | 'audience'>;

async function becomeTask(ctx: Ctx, request: RequestFacts, fields: TaskFields): Promise<TaskDetail> {
  const { id, projectId, authorId, title, body } = request;
  const task = await createTask(ctx, {
    ...{ title, description: body, status: 1, priority: 'none', assignee_ids: [], label_ids: [] },
    ...fields,
    project_id: projectId,
    audience: 'client',
  });
  const made = { id: task._id, projectId, audience: 'client' };
  await decide(ctx, request, { state: 'accepted', taskId: task._id });
  await moveRequestFiles(ctx, id, made.id);
  await takingPart(ctx, made, [authorId]);
  ctx.happened('request.accepted', request, { ...told(request), task: task.key });
  await ctx.settle();
  return getTask(ctx, { id: made.id });
}

type Decision = { state: RequestFacts['state']; reason?: string; taskId?: string };

const decide = ({ db, actor }: Ctx, { id, version }: RequestFacts, { state, reason, taskId }: Decision) => {
  const decided = state === 'accepted' || state === 'declined';
  const now = new Date();
  return db.clientRequest.update({
    where: { id },
    data: {
      ...{ state, reason: reason ?? null, taskId: taskId ?? null, version: version + 1, updatedAt: now },
      ...{ decidedById: decided ? actor.memberId : null, decidedAt: decided ? now : null },
    },
  });
};

/** `conflict` once it is decided, or was withdrawn. */
async function refuseDecided(ctx: Ctx, { id, state }: RequestFacts): Promise<void> {
  if (state === 'received') return;
  throw new DomainError(
    'conflict',
    state === 'withdrawn'
      ? 'You have withdrawn this request. Reopen it first.'
      : 'This request has been decided: write a comment on its task, or file another one.',
    { current: await getRequest(ctx, { id }) },
  );
}
