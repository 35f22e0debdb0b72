import { describe, expect, test } from 'vitest';
import { workOnce } from '@/lib/delivery/work';
import { queueRulesByDate } from '@/lib/rule/queries.run';
import type { ImportBatchRecord } from '@/lib/task-import/schema';
import { fixtureId } from '@/lib/test/fixtures';
import { type Made, made, owner, rollBack, tasksOf, withoutImports } from '@/lib/test/import-calls';
import { WEB } from '@/lib/test/task-calls';
import { bearer, call } from '@/lib/test/wire';

/** Back to what was there before, but for what people did since. */

withoutImports();

describe('a rollback', () => {
  const state = async () =>
    (
      await owner.query(
        `select (select count(*)::int from task) as tasks, (select count(*)::int from comment) as comments, (select count(*)::int from category) as categories,
                (select count(*)::int from task_assignee) as assignees,
                (select count(*)::int from label where deleted_at is null) as labels, (select count(*)::int from task_label) as tagged,
                (select count(*)::int from checklist_item) as lines, (select count(*)::int from dependency) as links`,
      )
    ).rows[0];

  test('leaves nothing of what nobody changed', async () => {
    const before = await state();
    const text =
      'Title,Category,Comments,Parent,Id,Labels,Checklist,Blocked by\nOne,Brand new,Said,,a,"x, y","[x] A\nB",b\nTwo,Brand new,,a,b,x,,\n';
    const result = await made({ source: 'csv', text });
    expect(await state()).toMatchObject({
      tasks: before.tasks + 2,
      categories: before.categories + 1,
      comments: before.comments + 1,
      labels: before.labels + 2,
      tagged: before.tagged + 3,
      lines: before.lines + 2,
      links: before.links + 1,
    });
    const { body } = await rollBack(result.batch_id);
    expect(body.data).toMatchObject({ rollback: 'done', kept: [], can: { roll_back: false } });
    expect(await state()).toEqual(before);
    expect((await rollBack(result.batch_id)).status).toBe(409);
    expect(await made({ source: 'csv', text })).toMatchObject({ tasks: 2, skipped: 0 });
  });

  test('leaves what somebody changed, commented, gave a subtask or binned, and says so', async () => {
    const result = await made({
      source: 'csv',
      text: `Title\n${['Edited', 'Discussed', 'Parent', 'Binned', 'Timed', 'Ticked', 'Linked', 'Alone'].join('\n')}\n`,
    });
    const token = await bearer('acme.leader');
    const idOf = new Map((await tasksOf(result.batch_id)).map(({ title, _id }) => [title, _id]));
    await call('PATCH', `task/${idOf.get('Edited')}`, { token, body: { version: 1, priority: 'high' } });
    await call('POST', 'addTaskComment', { token, body: { task_id: idOf.get('Discussed'), body: 'Mine' } });
    const child = await call('POST', 'Task', {
      token,
      body: { project_id: WEB, title: 'Child', parent_id: idOf.get('Parent') },
    });
    await call('DELETE', `task/${idOf.get('Binned')}`, { token });
    await call('POST', 'timeEntry', { token, body: { task_id: idOf.get('Timed'), minutes: 5 } });
    await call('POST', 'checklistItem', { token, body: { task_id: idOf.get('Ticked'), title: 'Mine' } });
    await call('POST', 'dependency', { token, body: { task_id: idOf.get('Linked'), blocks_id: 'WEB-1' } });
    const { body } = await rollBack(result.batch_id);
    const { kept } = body.data as ImportBatchRecord;
    expect(Object.fromEntries(kept.map(({ title, reason }) => [title, reason]))).toEqual({
      Edited: 'It was changed since.',
      Discussed: 'Somebody commented since.',
      Parent: 'It got a subtask since.',
      Binned: 'It is in the bin.',
      Timed: 'Somebody logged time since.',
      Ticked: 'It was changed since.',
      Linked: 'It was changed since.',
    });
    expect((await tasksOf(result.batch_id)).map(({ title }) => title).sort()).toEqual([
      'Binned',
      'Discussed',
      'Edited',
      'Linked',
      'Parent',
      'Ticked',
      'Timed',
    ]);
    await owner.query('delete from task where id = $1', [(child.body.data as Made)._id]);
  });

  test('takes what only changed with something else: a label, a task that blocked it, whom it was given to', async () => {
    const { rows } = await owner.query('select name, email from member where id = $1', [fixtureId('acme.outsider')]);
    const text = `Name,Task ID,Tags,Blocked By (Dependencies),Assignee,Assignee Email\nFirst,1,Moody,,${rows[0].name},${rows[0].email}\nSecond,2,,First,,\nThird,3,Moody,,${rows[0].name},${rows[0].email}\n`;
    const result = await made({ source: 'asana', text, project: null });
    const token = await bearer('acme.admin');
    const [label] = (await owner.query("select id from label where name = 'Moody'")).rows;
    expect((await call('PATCH', `label/${label.id}`, { token, body: { colour: 'c7' } })).status).toBe(200);
    const left = { project_id: result.project_id, remove: [fixtureId('acme.outsider')] };
    expect((await call('PUT', 'projectMembers', { token, body: left })).status).toBe(200);
    const first = (await tasksOf(result.batch_id)).find(({ title }) => title === 'First');
    const done = { version: first?.version, status: 4 };
    expect((await call('PATCH', `task/${first?._id}`, { token, body: done })).status).toBe(200);
    const versions = (await tasksOf(result.batch_id)).map(({ title, version }) => [title, Number(version) > 1]);
    expect(Object.fromEntries(versions)).toEqual({ First: true, Second: true, Third: true });
    const { body } = await rollBack(result.batch_id);
    const { kept } = body.data as ImportBatchRecord;
    expect(kept.map(({ title, reason }) => [title, reason])).toEqual([['First', 'It was changed since.']]);
    await owner.query('delete from project where id = $1', [result.project_id]);
  });

  test('takes what a rule alone changed, and leaves what a person changed then', async () => {
    const token = await bearer('acme.leader');
    const actions = [
      { do: 'priority', priority: 'urgent' },
      { do: 'comment', text: 'Late.' },
    ];
    const rule = { name: 'Late ones', project_id: WEB, trigger: 'overdue', filter: 'text:Overdue', actions };
    const { body: ruled } = await call('POST', 'rule', { token, body: rule });
    const result = await made({
      source: 'csv',
      text: 'Title,Due date\nOverdue alone,2024-01-02\nOverdue and seen,2024-01-02\nOverdue and answered,2024-01-02\n',
    });
    await queueRulesByDate();
    while (await workOnce(() => true));
    const tasks = await tasksOf(result.batch_id);
    expect(tasks.map(({ priority, comments }) => [priority, comments])).toEqual(Array(3).fill(['urgent', ['Late.']]));
    const idOf = new Map(tasks.map(({ title, _id, version }) => [title, { _id, version }]));
    const seen = idOf.get('Overdue and seen');
    const edit = { version: seen?.version, estimate_minutes: 5 };
    expect((await call('PATCH', `task/${seen?._id}`, { token, body: edit })).status).toBe(200);
    await call('POST', 'addTaskComment', {
      token,
      body: { task_id: idOf.get('Overdue and answered')?._id, body: 'No' },
    });
    const { body } = await rollBack(result.batch_id);
    const { kept } = body.data as ImportBatchRecord;
    expect(Object.fromEntries(kept.map(({ title, reason }) => [title, reason]))).toEqual({
      'Overdue and seen': 'It was changed since.',
      'Overdue and answered': 'Somebody commented since.',
    });
    await owner.query('delete from rule where id = $1', [(ruled.data as Made)._id]);
  });

  test('leaves what is above a task that it leaves', async () => {
    const text = 'Title,Id,Parent\nTop,a,\nMiddle,b,a\nLow,c,b\nBeside,d,a\n';
    const result = await made({ source: 'csv', text });
    const low = (await tasksOf(result.batch_id)).find(({ title }) => title === 'Low');
    await call('PATCH', `task/${low?._id}`, {
      token: await bearer('acme.leader'),
      body: { version: 1, priority: 'high' },
    });
    const { body } = await rollBack(result.batch_id);
    const { kept } = body.data as ImportBatchRecord;
    expect(Object.fromEntries(kept.map(({ title, reason }) => [title, reason]))).toEqual({
      Low: 'It was changed since.',
      Middle: 'A subtask of it was kept.',
      Top: 'A subtask of it was kept.',
    });
    const left = await tasksOf(result.batch_id);
    expect(Object.fromEntries(left.map(({ title, parent }) => [title, parent]))).toEqual({
      Low: 'Middle',
      Middle: 'Top',
      Top: null,
    });
  });

  test('is not for those who may not import there', async () => {
    const { batch_id: id } = await made({ source: 'csv', text: 'Title\nOne\n' });
    expect(
      await Promise.all(
        ['acme.user', 'acme.client', 'acme.observer', 'acme.lead2', 'globex.admin'].map(
          async (who) => (await rollBack(id, who)).status,
        ),
      ),
    ).toEqual([403, 403, 403, 404, 404]);
  });
});
