import { describe, expect, test } from 'vitest';
import type { ImportBatchRecord } from '@/lib/task-import/schema';
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
