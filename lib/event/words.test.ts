import { describe, expect, test } from 'vitest';
import { definitionOf, EVENTS, type EventKind, namesOf } from '@/lib/event/registry';
import { activityInWords, auditInWords, notificationInWords } from '@/lib/event/words';
import { ANYBODY, formatsFor } from '@/lib/formats';
import { ACTIVITY_SAMPLES, NOTIFICATION_SAMPLES } from '@/lib/test/event-samples';
import { AUDIT_SAMPLES } from '@/lib/test/event-samples.audit';

/** Whatever lies in the tables reads as a sentence, of every shape that was ever written. */

const formats = formatsFor(ANYBODY);
const history = (kind: string, data: Record<string, unknown>) =>
  activityInWords({ kind, data }, formats, /^(?:project|update)\./.test(kind) ? 'the project' : undefined).says;
const inbox = (kind: string, data: Record<string, unknown>, task: unknown = null) =>
  notificationInWords({ kind, data, task }, formats);
const log = (
  action: string,
  {
    target = null,
    before = null,
    after = null,
  }: Partial<Record<'before' | 'after', object | null>> & { target?: string | null },
  actor: string | null = 'Ada',
) =>
  auditInWords(
    { action, before: before as Record<string, unknown> | null, after: after as Record<string, unknown> | null },
    { actor, target },
    formats,
  );

test.each(ACTIVITY_SAMPLES)('a stored line of history: %s %j', (kind, data, says) =>
  expect(history(kind, data)).toBe(says),
);

test.each(NOTIFICATION_SAMPLES)('a stored line of an inbox: %s %j', (kind, data, says, page) =>
  expect(inbox(kind, data, /^(task|comment|sign_off)\./.test(kind))).toMatchObject({ says, page: page ?? null }),
);

test.each(AUDIT_SAMPLES)('a stored line of the audit log: %s %j', (action, kept, says) =>
  expect(log(action, kept).says).toBe(says),
);

describe('every event', () => {
  const kinds = Object.keys(EVENTS) as EventKind[];
  const namesIfKnown = (kind: string) => (kind in EVENTS ? namesOf(kind as EventKind) : []);
  const sampled = (samples: readonly (readonly [string, ...unknown[]])[]) => new Set(samples.map(([kind]) => kind));

  test('has a sample of each table it is kept in, under its name of today', () => {
    const missing = (samples: Set<string>, part: 'activity' | 'notify' | 'audit') =>
      kinds.filter((kind) => definitionOf(kind)[part] && !samples.has(kind)).map((kind) => `${part}: ${kind}`);
    expect([
      ...missing(sampled(ACTIVITY_SAMPLES), 'activity'),
      ...missing(sampled(NOTIFICATION_SAMPLES), 'notify'),
      ...missing(sampled(AUDIT_SAMPLES), 'audit'),
    ]).toEqual([]);
  });

  test('reads under each name it had as under its name of today', () => {
    for (const [kind, data] of ACTIVITY_SAMPLES)
      for (const name of namesIfKnown(kind)) expect([name, history(name, data)]).toEqual([name, history(kind, data)]);
    for (const [kind, data] of NOTIFICATION_SAMPLES)
      for (const name of namesIfKnown(kind))
        expect([name, inbox(name, data).says]).toEqual([name, inbox(kind, data).says]);
    for (const [kind, kept] of AUDIT_SAMPLES)
      for (const name of namesIfKnown(kind)) expect([name, log(name, kept).says]).toEqual([name, log(kind, kept).says]);
  });

  test('has a name that no other event has or had', () => {
    const names = kinds.flatMap(namesOf);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe('words', () => {
  test('name the task, where a line stands among those of others', () => {
    const told = (kind: string, data = {}) => activityInWords({ kind, data }, formats, 'WEB-1').says;
    expect(told('task.moved', { from: 1, to: 3 })).toBe('moved WEB-1 from Pending to Testing');
    expect(told('task.edited', { field: 'title', from: 'Old', to: 'New' })).toBe(
      'changed the title of WEB-1 from “Old” to “New”',
    );
    expect(told('task.assigned', { added: [{ _id: 'a', name: 'Ada' }], removed: [] })).toBe('assigned Ada to WEB-1');
  });

  test('name nobody twice who takes a task, or leaves it', () => {
    const [ada, ben] = ['Ada', 'Ben'].map((name) => ({ _id: name, name }));
    const told = (added: unknown[], removed: unknown[]) =>
      activityInWords({ kind: 'task.assigned', data: { added, removed }, actor: { _id: 'Ada' } }, formats).says;
    expect(told([ada], [])).toBe('took this task');
    expect(told([], [ada])).toBe('no longer works on this task');
    expect(told([ada, ben], [])).toBe('took this task and assigned Ben');
    expect(told([ben], [ada])).toBe('no longer works on this task and assigned Ben');
    expect(told([ada], [ben])).toBe('took this task and unassigned Ben');
  });

  test('count people where they are many', () => {
    const added = ['Maya', 'Tom', 'Ines', 'Ruth'].map((name) => ({ _id: name, name }));
    expect(history('project.members_changed', { added, removed: [] })).toBe(
      'added Maya, Tom and 2 more to the project',
    );
  });

  test('write dates as the reader does', () => {
    const american = formatsFor({ locale: 'en-US', timeZone: 'America/New_York' });
    const line = { kind: 'task.edited', data: { field: 'due_date', from: null, to: '2026-11-05' } };
    expect(activityInWords(line, american).says).toBe('set the due date to Nov 5, 2026');
  });

  test('say something true of what nobody knows, or what is broken', () => {
    expect(history('task.painted', { colour: 1 })).toBe('changed this task');
    expect(history('task.moved', { to: 'nowhere' })).toBe('changed this task');
    expect(inbox('welcome', {})).toEqual({ kind: 'welcome', says: 'changed a project', page: null });
    expect(log('never.heard_of', {}).says).toBe('Ada: never heard of');
    expect(log('member.role', { target: 'Bob', after: { role: 'emperor' } }).says).toBe('Ada: role changed Bob');
    expect(log('sign_in', {}, null).says).toBe('Somebody signed in');
    for (const name of ['constructor', '__proto__', 'toString']) expect(log(name, {}).action).toBe(name);
  });
});
