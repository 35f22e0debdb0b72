import 'server-only';
import { bidi } from '@/lib/bidi';
import { allow, DomainError, invalidField } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { canAskSignOff, whyNotAsked } from '@/lib/sign-off/policy';
import {
  candidatesFor,
  getSignOff,
  getSignOffRecord,
  holdSubject,
  insertSignOff,
  lockSignOff,
  MAY_NOT_ASK,
  type Subject,
  subjectFor,
  waitingFor,
  writeDecision,
  writeState,
} from '@/lib/sign-off/queries';
import type {
  AskSignOff,
  DecideSignOff,
  Mark,
  SignOffDetail,
  SignOffRecord,
  SignOffReference,
} from '@/lib/sign-off/schema';
import { CAUSE_WORDS, STANDING_LABEL } from '@/lib/sign-off/vocabulary';
import { beginningOf } from '@/lib/text';
import { newId } from '@/lib/validation';

const WAITS = 'This waits for approval already. Withdraw that first, or wait for the answer.';

const TOO_MUCH =
  'The tasks of this milestone say too much to be approved at once. Ask for the approval of single tasks.';

/** Letters of a reason that history and notifications tell. */
const TOLD = 200;

/**
 * Sends a task, a file or a milestone, as it is now, to people for approval. `forbidden` for who may not change it, `invalid` for people
 * who cannot approve it, and for clients as long as they do not see it; `conflict` while it waits already.
 */
export async function askSignOff(ctx: Ctx, input: AskSignOff): Promise<SignOffRecord> {
  const { memberId } = ctx.actor;
  const subject = await subjectFor(ctx, input);
  allow(canAskSignOff(ctx.actor, subject), MAY_NOT_ASK);
  const to = [...new Set(input.to)];
  if (to.includes(memberId))
    throw invalidField('to', 'Nobody approves what they ask for themselves. Choose somebody else.');
  const people = await candidatesFor(ctx, subject.projectId, to);
  if (people.length < to.length) throw invalidField('to', 'There is no such person.');
  for (const one of people) {
    const why = whyNotAsked(one, subject);
    if (why) throw invalidField('to', bidi`${one.name} ${why}`);
  }
  // Nothing changes between what is read now and what is bound.
  allow(await holdSubject(ctx, subject), MAY_NOT_ASK);
  if (await waitingFor(ctx, subject)) throw new DomainError('conflict', WAITS);
  const id = newId();
  const audience = people.some(({ role }) => role === 'client') ? 'client' : 'internal';
  if (!(await insertSignOff(ctx, subject, { id, audience, by: memberId, note: input.note, to })))
    throw invalidField('milestone_id', TOO_MUCH);
  ctx.happened('sign_off.asked', toldOf(subject, { id, audience, asked: to, askedById: memberId }), named(subject, id));
  return getSignOffRecord(ctx, id);
}

type Told = { id: string; audience: 'internal' | 'client'; asked: readonly string[]; askedById: string | null };

const toldOf = (subject: Subject, { id, audience, asked, askedById }: Told) => ({
  ...{ id, projectId: subject.projectId, asked, askedById },
  ...(subject.task && { task: subject.task }),
  audience: subject.audience === 'client' ? audience : ('internal' as const),
});

const named = ({ kind, id, key, title }: Subject, signOff: string) => ({
  sign_off_id: signOff,
  ...(kind === 'task' && { task: `${key} ${title}` }),
  ...(kind === 'file' && { file_id: id, name: title }),
  ...(kind === 'milestone' && { milestone_id: id, name: title }),
});

const subjectOf = (ctx: Ctx, { subject }: SignOffRecord) => subjectFor(ctx, { [`${subject.kind}_id`]: subject._id });

const factsOf = (one: SignOffRecord): Told => ({
  id: one._id,
  audience: one.internal ? 'internal' : 'client',
  asked: one.people.map(({ _id }) => _id),
  askedById: one.asked_by?._id ?? null,
});

/** Why nothing can be decided, in words; the answer carries how it stands. */
function overtaken(now: SignOffDetail): DomainError {
  const words = now.fallen
    ? `This is not what was sent for approval any more: ${CAUSE_WORDS[now.fallen.because]}. It has to be asked anew.`
    : `This was decided already: ${STANDING_LABEL[now.state].toLowerCase()}.`;
  return new DomainError('conflict', words, { current: now });
}

/**
 * Whoever was asked approves or returns. All have to approve; one who returns it decides. Whoever approved may still return
 * it as long as it stands; what was returned is asked anew. `conflict` where the content is another one than was shown.
 */
export async function decideSignOff(ctx: Ctx, input: DecideSignOff): Promise<SignOffDetail> {
  const { id, decision, reason = '', hash, marks = [] } = input;
  const { memberId } = ctx.actor;
  const before = await getSignOff(ctx, { id });
  const asked = before.people.find(({ _id }) => _id === memberId);
  allow(asked !== undefined, 'Only those who were asked can decide this.');
  await lockSignOff(ctx, id);
  const now = await getSignOff(ctx, { id });
  const own = now.people.find(({ _id }) => _id === memberId);
  if (hash && hash !== now.hash) throw overtaken(now);
  // Said twice it is said once.
  if (own?.decision === decision && now.state !== 'fallen' && now.state !== 'withdrawn') return now;
  const may = decision === 'return' ? now.rights.decide || now.rights.take_back : now.rights.decide;
  if (!may && now.state !== 'waiting') throw overtaken(now);
  allow(may, 'You do not see this as a client of the project any more, or your role no longer approves.');
  for (const { file_id } of marks)
    if (file_id && !now.content.files.some(({ _id }) => _id === file_id))
      throw invalidField('marks', 'A remark is about a file that was not sent for approval.');
  await writeDecision(ctx, id, memberId, { decision, reason, marks: marks as Mark[] });
  const left = now.people.filter(({ _id, decision }) => _id !== memberId && decision === null).length;
  const state = decision === 'return' ? 'returned' : left === 0 ? 'approved' : 'waiting';
  await writeState(ctx, id, state);
  const subject = await subjectOf(ctx, now);
  const facts = named(subject, id);
  if (decision === 'approve') ctx.happened('sign_off.approved', toldOf(subject, factsOf(now)), { ...facts, left });
  else
    ctx.happened('sign_off.returned', toldOf(subject, factsOf(now)), {
      ...facts,
      reason: beginningOf(reason || (marks[0]?.body ?? ''), TOLD),
    });
  return getSignOff(ctx, { id });
}

/** What waits is no longer asked for. `conflict` if it does not wait. */
export async function withdrawSignOff(ctx: Ctx, { id }: SignOffReference): Promise<SignOffRecord> {
  await lockSignOff(ctx, id);
  const now = await getSignOff(ctx, { id });
  if (now.state === 'withdrawn') return getSignOffRecord(ctx, id);
  if (now.state !== 'waiting') throw overtaken(now);
  allow(now.rights.withdraw, 'Only who asked, who leads the project, or an admin can withdraw this.');
  await writeState(ctx, id, 'withdrawn');
  const subject = await subjectOf(ctx, now);
  ctx.happened('sign_off.withdrawn', toldOf(subject, factsOf(now)), named(subject, id));
  return getSignOffRecord(ctx, id);
}
