import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { workOnce } from '@/lib/delivery/work';
import { queueDueRecurrences } from '@/lib/recurrence/queries';
import type { RecurrenceRecord } from '@/lib/recurrence/schema';
import type { TaskDetail } from '@/lib/task/schema';
import { fixtureId } from '@/lib/test/fixtures';
import { owner } from '@/lib/test/import-calls';
import { WEB } from '@/lib/test/task-calls';
import { bearer, call } from '@/lib/test/wire';

beforeAll(() => owner.connect());
afterAll(() => owner.end());
afterEach(async () => {
  await owner.query("delete from task where title like 'Repeated%'");
  await owner.query('update member set deactivated_at = null where id = $1', [fixtureId('acme.user')]);
  await owner.query("update project set status = 'active', deleted_at = null where id = $1", [WEB]);
});

const ask = async <T>(method: Parameters<typeof call>[0], path: string, body?: object, who = 'acme.leader') => {
  const answer = await call(method, path, { token: await bearer(who), ...(body && { body }) });
  return { status: answer.body.status, data: answer.body.data as T, message: answer.body.message };
};
async function repeated(rule: string, { mode = 'completion', ...task }: Record<string, unknown> = {}) {
  const made = await ask<TaskDetail>('POST', 'Task', {
    project_id: WEB,
    title: 'Repeated',
    description: '**How**',
    assignee_ids: [fixtureId('acme.user')],
    ...{ start_date: '2099-11-20', due_date: '2099-11-24', estimate_minutes: 30, priority: 'high' },
    ...task,
  });
  await ask('POST', 'checklistItem', { task_id: made.data._id, title: 'One\nTwo', done: true });
  const set = await ask<RecurrenceRecord>('POST', 'recurrence', { task_id: made.data._id, rule, mode });
  expect(set).toMatchObject({ status: 201 });
  return { task: made.data, it: set.data };
}
const complete = (task_id: string) => ask('POST', 'changeTaskStatus', { task_id, status: 4 });
/** As the schedule does; other work of the database is done as well. */
async function work() {
  await queueDueRecurrences();
  while (await workOnce(() => true));
}
const series = async (it: { _id: string }) =>
  (
    await owner.query(
      `select t.id, t.title, t.status, t.description, t.estimate_minutes, t.priority, to_char(t.start_date, 'YYYY-MM-DD') as start, to_char(t.due_date, 'YYYY-MM-DD') as due,
              r.number, to_char(r.next_on, 'YYYY-MM-DD') as next, r.made_at is not null as made,
              array(select case when i.done then 'x ' else '' end || i.title from checklist_item i where i.task_id = t.id order by i.rank) as checklist,
              array(select ta.member_id::text from task_assignee ta where ta.task_id = t.id) as assignees,
              t.audience, t.milestone_id as milestone, t.category_id as category, t.parent_id as parent, t.created_by_id as by,
              array(select tl.label_id::text from task_label tl where tl.task_id = t.id) as labels
         from task_recurrence r join task t on t.id = r.task_id where r.series_id = $1 order by r.number`,
      [it._id],
    )
  ).rows;

describe('a task that repeats', () => {
  test('is made again when it is completed, once, with all that it has', async () => {
    const { task, it } = await repeated('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU');
    expect(it).toMatchObject({ words: 'Every second Tuesday', next_on: '2099-12-08', number: 1 });
    await work();
    expect(await series(it)).toHaveLength(1);
    await complete(task._id);
    await Promise.all([work(), work()]);
    await work();
    const [first, second, ...more] = await series(it);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ status: 4, made: true, checklist: ['x One', 'x Two'] });
    expect(second).toMatchObject({
      ...{ title: 'Repeated', status: 1, description: '**How**', estimate_minutes: 30, priority: 'high' },
      ...{ start: '2099-12-04', due: '2099-12-08', number: 2, next: '2099-12-22', made: false },
      ...{ checklist: ['One', 'Two'], assignees: [fixtureId('acme.user')] },
    });
    const { data } = await ask<TaskDetail>('GET', `task/${second.id}`);
    expect(data.recurrence).toMatchObject({ words: 'Every second Tuesday', number: 2, next_on: '2099-12-22' });
    const before = await ask<TaskDetail>('GET', `task/${task._id}`);
    expect(before.data).toMatchObject({ recurrence: null, successor: { _id: second.id, title: 'Repeated' } });
    expect(data.successor).toBeNull();
    expect(before.data.activity.map(({ says }) => says)).toContainEqual(expect.stringContaining('repeated'));
    expect((await ask('PATCH', `recurrence/${it._id}`, { version: 1, mode: 'schedule' })).status).toBe(404);
    expect((await ask('POST', 'recurrence', { task_id: task._id, rule: 'FREQ=DAILY' })).status).toBe(409);
  });

  test('hands its milestone, category, labels, parent and who sees it on to the next one', async () => {
    const label = await ask<{ _id: string }>('POST', 'label', { name: 'Repeated' });
    const milestone = await ask<{ _id: string }>('POST', 'milestone', { project_id: WEB, name: 'Repeated' });
    const kept = {
      ...{
        milestone_id: milestone.data._id,
        category_id: fixtureId('acme.Design'),
        parent_id: fixtureId('acme.WEB-4'),
      },
      ...{ label_ids: [label.data._id], audience: 'client' },
    };
    const { task, it } = await repeated('FREQ=DAILY', kept);
    await complete(task._id);
    await work();
    const [, second] = await series(it);
    await owner.query("delete from label where name = 'Repeated'");
    await owner.query("delete from task where title = 'Repeated'");
    await owner.query("delete from milestone where name = 'Repeated'");
    expect(second).toMatchObject({
      ...{ milestone: kept.milestone_id, category: kept.category_id, parent: kept.parent_id },
      ...{ labels: kept.label_ids, audience: 'client', by: fixtureId('acme.leader') },
    });
  });

  test('is not set twice, nor by a rule that has no other day, and where none is left none is skipped', async () => {
    const { task, it } = await repeated('FREQ=DAILY;COUNT=2');
    const again = await ask('POST', 'recurrence', { task_id: task._id, rule: 'FREQ=DAILY' });
    expect(again).toMatchObject({ status: 409, message: 'This task is repeated already.' });
    const skip = (version: number) => ask<RecurrenceRecord>('POST', `skipRecurrence/${it._id}`, { version });
    expect((await skip(1)).data.next_on).toBeNull();
    expect(await skip(2)).toMatchObject({ status: 409, message: 'There is no other day to skip.' });
    await ask('DELETE', `recurrence/${it._id}`);
    const once = await ask('POST', 'recurrence', { task_id: task._id, rule: 'FREQ=DAILY;COUNT=1' });
    expect(once).toMatchObject({ status: 409, message: 'By this rule there is no other day.' });
    await ask('DELETE', `task/${task._id}`);
    expect((await ask('POST', 'recurrence', { task_id: task._id, rule: 'FREQ=DAILY' })).status).toBe(404);
  });

  test('is not made when it is opened again first, or is in the bin, or its project archived or deleted', async () => {
    const { task, it } = await repeated('FREQ=DAILY');
    await complete(task._id);
    await ask('POST', 'changeTaskStatus', { task_id: task._id, status: 2 });
    await work();
    expect(await series(it)).toHaveLength(1);
    await complete(task._id);
    await owner.query("update project set status = 'archived' where id = $1", [WEB]);
    await work();
    await owner.query("update project set status = 'active', deleted_at = now() where id = $1", [WEB]);
    await work();
    await owner.query('update project set deleted_at = null where id = $1', [WEB]);
    await ask('DELETE', `task/${task._id}`);
    await work();
    expect(await series(it)).toHaveLength(1);
    await owner.query('update task set deleted_at = null where id = $1', [task._id]);
    await work();
    expect(await series(it)).toHaveLength(2);
  });

  test('is made in the name of who set it; once they have left in the leader’s, without who cannot be assigned', async () => {
    const user = fixtureId('acme.user');
    const { task, it } = await repeated('FREQ=DAILY');
    await owner.query('update task_recurrence set created_by_id = $1 where id = $2', [user, it._id]);
    await complete(task._id);
    await work();
    const [, second] = await series(it);
    expect(second).toMatchObject({ assignees: [user], by: user });
    await owner.query('update member set deactivated_at = now() where id = $1', [user]);
    await complete(second.id);
    await work();
    const [, , third] = await series(it);
    expect(third).toMatchObject({ assignees: [], by: fixtureId('acme.leader') });
  });

  test('on schedule is made at the beginning of its day, where it was set', async () => {
    const { it } = await repeated('FREQ=DAILY', { mode: 'schedule' });
    const due = async () =>
      (await owner.query('select due_at, time_zone from task_recurrence where id = $1', [it._id])).rows[0];
    await owner.query("update task_recurrence set time_zone = 'Europe/Berlin' where id = $1", [it._id]);
    // Berlin's clocks are an hour further in summer.
    await ask('PATCH', `recurrence/${it._id}`, { version: 1, rule: 'FREQ=MONTHLY;INTERVAL=5' });
    expect((await due()).due_at).toEqual(new Date('2100-04-19T22:00:00Z'));
    await ask('PATCH', `recurrence/${it._id}`, { version: 2, rule: 'FREQ=DAILY' });
    expect((await due()).due_at).toEqual(new Date('2099-11-20T23:00:00Z'));
    await work();
    expect(await series(it)).toHaveLength(1);
    await owner.query(
      "update task_recurrence set due_at = now() - interval '1 minute', day = current_date - 9, starts_on = current_date - 9, next_on = current_date - 8 where id = $1",
      [it._id],
    );
    await work();
    // Days that were missed do not come one by one.
    const [, second, ...more] = await series(it);
    const { rows } = await owner.query("select to_char(now() at time zone 'Europe/Berlin', 'YYYY-MM-DD') as today");
    expect([second.due, more]).toEqual([rows[0].today, []]);
  });

  test('leaves out what was skipped, also after its mode or rule was changed', async () => {
    const { it } = await repeated('FREQ=DAILY;COUNT=4');
    const skip = (version: number) => ask<RecurrenceRecord>('POST', `skipRecurrence/${it._id}`, { version });
    const edit = (version: number, input: object) =>
      ask<RecurrenceRecord>('PATCH', `recurrence/${it._id}`, { version, ...input });
    expect((await skip(1)).data.next_on).toBe('2099-11-26');
    expect((await skip(2)).data.next_on).toBe('2099-11-27');
    expect((await edit(3, { mode: 'schedule' })).data.next_on).toBe('2099-11-27');
    // The dialog sends both, changed or not.
    expect((await edit(4, { mode: 'completion', rule: 'FREQ=DAILY;COUNT=4' })).data.next_on).toBe('2099-11-27');
    expect((await edit(5, { rule: 'FREQ=WEEKLY;COUNT=4' })).data.next_on).toBe('2099-12-01');
    expect((await edit(6, { rule: 'FREQ=WEEKLY;COUNT=3' })).data.next_on).toBeNull();
  });

  test('ends after as many as its rule says; one can be skipped, and all can be stopped', async () => {
    const { task, it } = await repeated('FREQ=DAILY;COUNT=3');
    const skipped = await ask<RecurrenceRecord>('POST', `skipRecurrence/${it._id}`, { version: 1 });
    expect(skipped.data).toMatchObject({ next_on: '2099-11-26', version: 2 });
    expect((await ask('POST', `skipRecurrence/${it._id}`, { version: 1 })).status).toBe(409);
    await complete(task._id);
    await work();
    const [, last] = await series(it);
    expect(last).toMatchObject({ due: '2099-11-26', number: 3, next: null });
    await complete(last.id);
    await work();
    expect(await series(it)).toHaveLength(2);
    const { data } = await ask<TaskDetail>('GET', `task/${last.id}`);
    const stopped = await ask<RecurrenceRecord>('DELETE', `recurrence/${data.recurrence?._id}`);
    expect(stopped.data).toMatchObject({ stopped: true });
    expect((await ask<TaskDetail>('GET', `task/${last.id}`)).data.recurrence).toBeNull();
    const first = await ask<TaskDetail>('GET', `task/${task._id}`);
    expect(first.data).toMatchObject({ recurrence: null, successor: null });
    const anew = await ask<RecurrenceRecord>('POST', 'recurrence', { task_id: task._id, rule: 'FREQ=WEEKLY' });
    expect(anew).toMatchObject({ status: 201, data: { number: 1 } });
  });

  test('is the team’s: a client sees nothing of it, and who may not change the task sets nothing', async () => {
    const { task, it } = await repeated('FREQ=DAILY', { audience: 'client' });
    const seen = await ask<TaskDetail>('GET', `task/${task._id}`, undefined, 'acme.client');
    expect(seen.data.recurrence).toBeNull();
    expect(JSON.stringify(seen.data)).not.toContain('repeat');
    for (const who of ['acme.client', 'acme.observer', 'acme.user2'])
      expect((await ask('DELETE', `recurrence/${it._id}`, undefined, who)).status).toBe(403);
    const { status } = await ask('POST', 'recurrence', { task_id: task._id, rule: 'FREQ=HOURLY' });
    expect(status).toBe(422);
  });
});
