import { afterEach, describe, expect, test } from 'vitest';
import { GET } from '@/app/api/cron/outbox/route';
import { workOnce } from '@/lib/delivery/work';
import { env } from '@/lib/env';
import { listNotifications } from '@/lib/notification/queries';
import { ListNotifications } from '@/lib/notification/schema';
import { whoIn } from '@/lib/notification/vocabulary.row';
import type { Ctx } from '@/lib/org';
import { repeatTask } from '@/lib/recurrence/commands';
import { RepeatTask } from '@/lib/recurrence/schema';
import { createRule, deleteRule, editRule } from '@/lib/rule/commands';
import { getRuleMatches, listRuleRuns, listRules, namesIn } from '@/lib/rule/queries';
import { queueRules, queueRulesByDate } from '@/lib/rule/queries.run';
import { CreateRule, EditRule, ListRules, MatchRule } from '@/lib/rule/schema';
import { MOST_RULES } from '@/lib/rule/vocabulary';
import { deleteTask } from '@/lib/task/commands.bin';
import { getTask } from '@/lib/task/queries';
import { transferTask } from '@/lib/task-transfer/commands';
import { undoActivity } from '@/lib/task-undo/commands';
import { asMember, asMemberCommitted, become } from '@/lib/test/as-member';
import { attempt, codeOf, failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { made, withoutImports } from '@/lib/test/import-calls';
import { ownerClient, somebodyWaits } from '@/lib/test/owner';
import { create, edit, move, person, WEB } from '@/lib/test/task-calls';
import { asAdmin, asLeader } from '@/lib/test/test-as';
import { manyOr, wholeTest } from '@/lib/test/whole';

type Input = Record<string, unknown>;
let rules = 0;
const make = (input: Input, who = 'acme.leader') =>
  asMemberCommitted(who, (ctx) =>
    createRule(ctx, CreateRule.parse({ name: `Rule ${++rules}`, project_id: WEB, value: null, ...input })),
  );
const task = (input: Input = {}) =>
  asMemberCommitted('acme.leader', (ctx) => create(ctx, { title: 'Ruled', ...input }));
const CLEAN = `delete from rule; delete from rule_cause; delete from job; delete from outbox;
  delete from notification where kind = 'rule.told'; delete from task where title like 'Ruled%'`;

describe('what is waited for', () => {
  const owner = ownerClient();
  afterEach(() => owner.query(CLEAN));

  const moved = (id: string, status: number, who = 'acme.leader') =>
    asMemberCommitted(who, (ctx) => move(ctx, id, status));
  /** All that happened, and all that follows from it. */
  async function settle(most = 40) {
    for (let round = 0; round < most; round++) {
      const queued = await queueRules();
      let worked = false;
      while (await workOnce(() => true)) worked = true;
      if (!queued && !worked) return round;
    }
    throw new Error('It goes in circles');
  }
  const row = async (id: string) =>
    (
      await owner.query(
        `select status, priority, array(select member_id from task_assignee a where a.task_id = t.id) as people from task t where id = $1`,
        [id],
      )
    ).rows[0];
  const log = async (rule: { _id: string }) =>
    (await owner.query(`select outcome, said from rule_run where rule_id = $1 order by created_at, id`, [rule._id]))
      .rows;
  const causes = async () => Number((await owner.query('select count(*) from rule_cause')).rows[0].count);

  describe('a rule', () => {
    test('does what it says when a task is moved, in the name of who made it, and says so in its log', async () => {
      const rule = await make(
        {
          trigger: 'moved',
          value: '3',
          actions: [
            { do: 'assign', who: 'person', member_id: person('user') },
            { do: 'priority', priority: 'high' },
            { do: 'comment', text: 'Please look.' },
          ],
        },
        'acme.admin',
      );
      const { _id: id } = await task();
      await moved(id, 3);
      await settle();
      expect(await row(id)).toEqual({ status: 3, priority: 'high', people: [person('user')] });
      expect(await log(rule)).toEqual([
        { outcome: 'done', said: ['Assigned.', 'Priority: High.', 'Comment written.'] },
      ]);
      await asMember('acme.leader', async (ctx) => {
        const { activity, comments, watchers } = await getTask(ctx, { id });
        expect(activity.map(({ says }) => says)).toContain(`ran the rule “${rule.name}” on this task`);
        expect(comments).toMatchObject([
          { author: { _id: person('admin') }, internal: true, rule: rule.name, body: 'Please look.' },
        ]);
        // Whoever made the rule takes no part by what it writes.
        expect(watchers.map(({ _id }) => _id).sort()).toEqual([person('leader'), person('user')].sort());
      });
      await asMember('acme.user', async (ctx) => {
        const { docs } = await listNotifications(ctx, ListNotifications.parse({}));
        const told = docs.find(({ task }) => task?._id === id);
        expect(told && `${whoIn(told)} ${told.says}`).toBe(`Rule “${rule.name}” commented on this task`);
      });
    });

    const LABEL = fixtureId('acme.label of rules');
    const edited = (id: string, input: Input) =>
      asMemberCommitted('acme.leader', async (ctx) =>
        edit(ctx, id, { version: (await getTask(ctx, { id })).version, ...input }),
      );
    const undone = (id: string) =>
      asMemberCommitted('acme.leader', async (ctx) =>
        undoActivity(ctx, { id: (await getTask(ctx, { id })).activity[0]?._id ?? '' }),
      );
    const takenBack = (id: string, status: number) =>
      asMemberCommitted('acme.leader', (ctx) => move(ctx, id, status, { undo: true }));
    const deleted = (id: string) => asMemberCommitted('acme.leader', (ctx) => deleteTask(ctx, { id }));
    const to = (status: number) => ({ trigger: 'moved', value: `${status}` });
    const LABELLED = [{ trigger: 'labelled' }, { label_ids: [LABEL] }] as const;
    const DONE = { status: 4 };
    const URGENT = { priority: 'urgent' };
    /** What somebody does before the rule runs, and whether that leaves what set it off. */
    const LATER: [what: string, begins: Input, first: Input, later: (id: string) => Promise<unknown>, acts: boolean][] =
      [
        ['moves it on', to(4), DONE, (id) => moved(id, 5), false],
        ['moves it on, for a rule of any status', { trigger: 'moved' }, DONE, (id) => moved(id, 5), true],
        ['moves it away and back', to(4), DONE, (id) => moved(id, 5).then(() => moved(id, 4)), true],
        ['takes it back', to(1), DONE, (id) => takenBack(id, 1), false],
        ['says so of what is none', to(2), DONE, (id) => takenBack(id, 2), true],
        ['takes it back by its history', to(1), DONE, undone, false],
        [
          'edits it on',
          { trigger: 'priority', value: 'urgent' },
          URGENT,
          (id) => edited(id, { priority: 'high' }),
          false,
        ],
        [
          'takes an edit back',
          { trigger: 'priority', value: 'none' },
          URGENT,
          (id) => edited(id, { priority: 'none', undo: true }),
          false,
        ],
        ['takes the label off', ...LABELLED, (id) => edited(id, { label_ids: [] }), false],
        ['deletes the label', ...LABELLED, () => owner.query('update label set deleted_at = now()'), false],
        ['deletes it', { trigger: 'created' }, {}, deleted, false],
        ['archives its project', to(4), DONE, () => owner.query(`update project set status = 'archived'`), false],
        ['changes something else', to(4), DONE, (id) => edited(id, { title: 'Ruled anew' }), true],
      ];
    test.each(LATER)('lets the later word of a person stand who %s', async (_what, begins, first, later, acts) => {
      await owner.query(`insert into label (org_id, id, name) values ($1, $2, 'Ruled')`, [fixtureId('acme'), LABEL]);
      const { _id: id } = await task();
      await owner.query('delete from rule_cause');
      const rule = await make({ ...begins, actions: [{ do: 'comment', text: 'By a rule.' }] });
      if (begins.trigger === 'created')
        await asMemberCommitted('acme.leader', (ctx) => create(ctx, { title: 'Ruled' })).then(({ _id }) => later(_id));
      else {
        await edited(id, first);
        await later(id);
      }
      await settle();
      await owner.query(`update project set status = 'active'; delete from label where name = 'Ruled'`);
      expect((await log(rule)).some(({ outcome }) => outcome === 'done')).toBe(acts);
    });

    test('acts once more where another one of the same cause has changed what set both off', async () => {
      const rules = [
        await make({ trigger: 'moved', value: '4', actions: [{ do: 'status', status: 3 }] }),
        await make({ trigger: 'moved', value: '4', actions: [{ do: 'priority', priority: 'low' }] }),
      ];
      const { _id: id } = await task();
      await moved(id, 4);
      await settle();
      expect(await row(id)).toMatchObject({ status: 3, priority: 'low' });
      expect((await Promise.all(rules.map(log))).flat().map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    });

    test('leaves alone what its filter leaves out, and tells why', async () => {
      const rule = await make({
        trigger: 'created',
        filter: 'priority:urgent',
        actions: [{ do: 'status', status: 2 }],
      });
      const { _id: id, key } = await task();
      await settle();
      expect((await row(id)).status).toBe(1);
      expect(await log(rule)).toEqual([{ outcome: 'skipped', said: ['The task did not match the filter.'] }]);
      await asMember('acme.user', async (ctx) =>
        expect((await listRuleRuns(ctx, { rule_id: rule._id, page: 1, limit: 10 })).docs).toMatchObject([
          { outcome: 'skipped', task: { _id: id, key }, created_at: expect.stringMatching(/Z$/) },
        ]),
      );
      await asMember('acme.lead2', async (ctx) =>
        expect(await codeOf(listRuleRuns(ctx, { rule_id: rule._id, page: 1, limit: 10 }))).toBe('not_found'),
      );
    });

    test('moves the parent up the tree as its subtasks are done, level by level', async () => {
      await make({ trigger: 'subtasks_done', actions: [{ do: 'status', status: 4 }] });
      const top = await task();
      const middle = await task({ parent_id: top._id });
      const [one, two] = [await task({ parent_id: middle._id }), await task({ parent_id: middle._id })];
      await moved(one._id, 4);
      await settle();
      expect((await row(middle._id)).status).toBe(1);
      await moved(two._id, 4);
      await settle();
      expect([(await row(middle._id)).status, (await row(top._id)).status]).toEqual([4, 4]);
    });

    test('labels besides what is there, assigns nobody where there is nobody, and goes on', async () => {
      await owner.query(`insert into label (org_id, id, name) values ($1, $2, 'Ruled'), ($1, $3, 'Ruled before')`, [
        fixtureId('acme'),
        LABEL,
        fixtureId('acme.label before rules'),
      ]);
      const rule = await make({
        trigger: 'moved',
        value: '2',
        actions: [
          { do: 'assign', who: 'assignees' },
          { do: 'label', label_id: LABEL },
          { do: 'label', label_id: LABEL },
        ],
      });
      const { _id: id } = await task({ label_ids: [fixtureId('acme.label before rules')] });
      await moved(id, 2);
      await settle();
      const { rows } = await owner.query(
        'select l.name from task_label k join label l on l.id = k.label_id where k.task_id = $1 order by l.name',
        [id],
      );
      await owner.query(`delete from label where name like 'Ruled%'`);
      expect(rows.map(({ name }) => name)).toEqual(['Ruled', 'Ruled before']);
      expect(await log(rule)).toEqual([
        { outcome: 'refused', said: ['Label added.', 'Label added.', 'There is nobody to assign.'] },
      ]);
    });

    test('tells all assignees, and says how many', async () => {
      const rule = await make({ trigger: 'moved', value: '2', actions: [{ do: 'tell', who: 'assignees' }] });
      const { _id: id } = await task({ assignee_ids: [person('user'), person('user2')] });
      await moved(id, 2);
      await settle();
      const { rows } = await owner.query(`select member_id from notification where kind = 'rule.told'`);
      expect(rows.map(({ member_id }) => member_id).sort()).toEqual([person('user'), person('user2')].sort());
      expect(await log(rule)).toEqual([{ outcome: 'done', said: ['2 people notified.'] }]);
    });

    test('tells the leader, also where the leader made it, and never a client', async () => {
      const created = await asMemberCommitted('acme.admin', (ctx) =>
        create(ctx, { title: 'Ruled', audience: 'client' }),
      );
      await owner.query('update task set created_by_id = $2 where id = $1', [created._id, person('client')]);
      const rule = await make({
        trigger: 'priority',
        value: 'urgent',
        actions: [
          { do: 'tell', who: 'leader' },
          { do: 'tell', who: 'creator' },
        ],
      });
      await asMemberCommitted('acme.admin', (ctx) => edit(ctx, created._id, { priority: 'urgent' }));
      await settle();
      const { rows } = await owner.query(`select member_id from notification where kind = 'rule.told'`);
      expect(rows).toEqual([{ member_id: person('leader') }]);
      expect(await log(rule)).toEqual([
        { outcome: 'refused', said: ['One person notified.', 'There is nobody to notify.'] },
      ]);
    });

    test('says what was refused, and does the rest', async () => {
      const rule = await make({
        trigger: 'moved',
        value: '2',
        actions: [
          { do: 'assign', who: 'creator' },
          { do: 'priority', priority: 'low' },
        ],
      });
      const { _id: id } = await task();
      await owner.query('update task set created_by_id = $2 where id = $1', [id, person('client')]);
      await moved(id, 2);
      await settle();
      expect((await row(id)).priority).toBe('low');
      expect(await log(rule)).toMatchObject([
        { outcome: 'refused', said: ['Priority: Low.', expect.stringMatching(/active members/)] },
      ]);
    });

    test('has the rights of who saved it as they are now', async () => {
      const rule = await make({ trigger: 'moved', actions: [{ do: 'priority', priority: 'low' }] });
      const { _id: id } = await task();
      await owner.query(`update member set role = 'user' where id = $1`, [person('leader')]);
      try {
        await moved(id, 2, 'acme.admin');
        await settle();
        expect((await row(id)).priority).toBe('none');
      } finally {
        await owner.query(`update member set role = 'team_leader' where id = $1`, [person('leader')]);
      }
      expect((await log(rule)).every(({ outcome }) => outcome !== 'done')).toBe(true);
    });

    test('that is off, or of another project, costs nothing and notes nothing', async () => {
      const rule = await make({ trigger: 'moved', actions: [{ do: 'priority', priority: 'low' }] });
      await asMemberCommitted('acme.leader', (ctx) =>
        editRule(ctx, EditRule.parse({ id: rule._id, version: 1, enabled: false })),
      );
      const { _id: id } = await task();
      await moved(id, 2);
      expect(await causes()).toBe(0);
    });

    asLeader('is tried: how many tasks it would have matched', async (ctx) => {
      const matches = (input: Input) => getRuleMatches(ctx, MatchRule.parse({ project_id: WEB, ...input }));
      const before = await matches({ trigger: 'priority', value: 'urgent' });
      const { key } = await create(ctx, { title: 'Ruled', priority: 'urgent', due_date: '2020-01-01' });
      const after = await matches({ trigger: 'priority', value: 'urgent' });
      expect([after.total, after.tasks[0]?.key]).toEqual([before.total + 1, key]);
      expect((await matches({ trigger: 'overdue', filter: 'priority:urgent' })).total).toBeGreaterThan(0);
      const soon = async (days: string) =>
        (await matches({ trigger: 'due', value: days })).tasks.map((one) => one.key).includes('WEB-4');
      expect([await soon('2'), await soon('3'), await soon('4')]).toEqual([false, true, false]);
    });
  });

  describe('rules never go in circles', () => {
    const status = (status: number) => [{ do: 'status', status }];

    test('one that sets itself off runs once', async () => {
      const rule = await make({ trigger: 'moved', actions: status(2) });
      const { _id: id } = await task();
      await moved(id, 3);
      await settle();
      expect((await row(id)).status).toBe(2);
      expect(await log(rule)).toMatchObject([
        { outcome: 'done' },
        { outcome: 'skipped', said: ['It had already run for this task since what began it.'] },
      ]);
    });

    test('two that undo each other end, each having run once', async () => {
      const [there, back] = [
        await make({ trigger: 'moved', value: '2', actions: status(3) }),
        await make({ trigger: 'moved', value: '3', actions: status(2) }),
      ];
      const { _id: id } = await task();
      await moved(id, 2);
      await settle();
      expect((await log(there)).filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
      expect((await log(back)).filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
      // What somebody does next is another cause.
      await moved(id, 5);
      await moved(id, 3);
      await settle();
      expect((await log(back)).filter(({ outcome }) => outcome === 'done')).toHaveLength(2);
    });

    wholeTest('a ring of many ends at the longest chain', async () => {
      const priorities = ['low', 'medium', 'high', 'urgent'];
      for (let at = 0; at < 12; at++)
        await make({
          ...{ trigger: 'priority', value: priorities[at % 4] },
          actions: [{ do: 'priority', priority: priorities[(at + 1) % 4] }],
        });
      const { _id: id } = await task();
      await asMemberCommitted('acme.leader', (ctx) => edit(ctx, id, { priority: 'low' }));
      await settle();
      expect(await causes()).toBe(0);
    });
  });

  describe('by date', () => {
    const late = async (count: number) =>
      owner.query(
        `insert into task (org_id, id, project_id, number, title, status, rank, due_date, created_by_id)
       select org_id, gen_random_uuid(), project_id, 90000 + n, 'Ruled late', 1, 'zz' || n, current_date - 3, created_by_id
         from task t, generate_series(1, $2::int) n where t.id = $1`,
        [fixtureId('acme.WEB-1'), count],
      );

    test('many tasks that are overdue at once are each dealt with once, and again with another due date', async () => {
      const rule = await make({
        trigger: 'overdue',
        filter: 'text:Ruled late',
        actions: [{ do: 'priority', priority: 'urgent' }],
      });
      const many = manyOr(1000, 25);
      await late(many);
      await queueRulesByDate();
      await settle();
      const urgent = async () =>
        Number(
          (await owner.query(`select count(*) from task where title = 'Ruled late' and priority = 'urgent'`)).rows[0]
            .count,
        );
      expect(await urgent()).toBe(many);
      const ran = async () => (await log(rule)).length;
      expect(await ran()).toBe(many);
      await owner.query(`update rule set swept_at = null`);
      await queueRulesByDate();
      await settle();
      expect(await ran()).toBe(many);
      await owner.query(`update task set due_date = current_date - 2 where title = 'Ruled late' and number = 90001`);
      await owner.query(`update rule set swept_at = null`);
      await queueRulesByDate();
      await settle();
      expect(await ran()).toBe(many + 1);
    }, 120_000);

    test('looks at most once an hour', async () => {
      await make({ trigger: 'due', value: '2', actions: [{ do: 'tell', who: 'assignees' }] });
      expect([await queueRulesByDate(), await queueRulesByDate()]).toEqual([1, 0]);
    });
  });
});

describe('what nobody waits for', () => {
  /** What nobody waits for: a host that only has the schedule's call, imports, and what else happens to the tasks. */

  const [owner, second] = [ownerClient(), ownerClient()];
  afterEach(() => owner.query(CLEAN));
  withoutImports();

  const scheduled = () =>
    GET(new Request('http://localhost/api/cron/outbox', { headers: { authorization: `Bearer ${env.cronSecret}` } }));
  const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const rows = async (statement: string, values: unknown[] = []) => (await owner.query(statement, values)).rows;

  test('the scheduled call alone runs rules, what follows from them, rules by date and repetitions', async () => {
    await make({ trigger: 'created', actions: [{ do: 'status', status: 3 }] });
    await make({ trigger: 'moved', value: '3', actions: [{ do: 'priority', priority: 'high' }] });
    await make({ trigger: 'overdue', actions: [{ do: 'comment', text: 'It is late.' }] });
    const { _id: id } = await task({ due_date: '2020-01-01' });
    const { _id: repeated } = await task({ title: 'Ruled again', due_date: '2030-01-01' });
    await asMemberCommitted('acme.leader', (ctx) =>
      repeatTask(ctx, RepeatTask.parse({ task_id: repeated, rule: 'FREQ=WEEKLY' })),
    );
    await asMemberCommitted('acme.leader', (ctx) => move(ctx, repeated, 4));
    expect((await scheduled()).status).toBe(200);
    expect(await rows('select status, priority from task where id = $1', [id])).toEqual([
      { status: 3, priority: 'high' },
    ]);
    expect(await rows('select body from comment where task_id = $1', [id])).toEqual([{ body: 'It is late.' }]);
    // The next one is a new task, so the rule for those has run for it too.
    expect(await rows(`select status from task where title = 'Ruled again' and id <> $1`, [repeated])).toEqual([
      { status: 3 },
    ]);
    expect(await rows('select from rule_cause')).toEqual([]);
  });

  test('the scheduled call is refused without its secret, and with another one', async () => {
    const { cronSecret: secret } = env;
    for (const authorization of ['', `${secret}`, `Bearer ${secret}x`, `Bearer ${secret?.replace(/.$/, 'x')}`]) {
      const request = new Request('http://localhost/api/cron/outbox', { headers: { authorization } });
      expect([authorization, (await GET(request)).status]).toEqual([authorization, 401]);
    }
  });

  test('imported tasks set off no rule, also not by their labels; a task that is made does', async () => {
    await make({ trigger: 'created', actions: [{ do: 'status', status: 3 }] });
    await make({ trigger: 'labelled', actions: [{ do: 'status', status: 3 }] });
    const { tasks } = await made({ source: 'csv', text: 'title,labels\nRuled by nothing,Imported' });
    expect(tasks).toBe(1);
    expect(await rows('select from rule_cause')).toEqual([]);
    await task();
    expect(await rows('select from rule_cause')).toHaveLength(1);
  });

  test('all subtasks are done, once, where the last two are completed at one moment', async () => {
    await make({ trigger: 'subtasks_done', actions: [{ do: 'status', status: 4 }] });
    const { _id: top } = await task();
    const [one, other] = [await task({ parent_id: top }), await task({ parent_id: top })];
    const complete = (client: typeof owner, id: string) =>
      client.query(`update task set status = 4, completed_at = now(), rank = 'zz' || number where id = $1`, [id]);
    await Promise.all([owner.query('begin'), second.query('begin')]);
    await complete(owner, one._id);
    let ended = false;
    const completed = complete(second, other._id).finally(() => {
      ended = true;
    });
    // It waits for the first, or has seen nothing of it.
    await expect.poll(async () => ended || (await owner.query(WAITING)).rowCount !== 0).toBe(true);
    await owner.query('commit');
    await completed;
    await second.query('commit');
    expect(await rows(`select task_id from rule_cause where trigger = 'subtasks_done'`)).toEqual([{ task_id: top }]);
  });

  test('all subtasks are done once the last open one is deleted, has another parent or another project', async () => {
    const rule = await make({ trigger: 'subtasks_done', actions: [{ do: 'status', status: 4 }] });
    const tree = async (...below: number[]) => {
      const { _id: top } = await task();
      const made: string[] = [];
      for (const status of below) made.push((await task({ parent_id: top, status }))._id);
      return { top, last: made.at(-1) as string };
    };
    const [deleted, freed, sent] = [await tree(4, 1), await tree(4, 1), await tree(4, 1)];
    // Nothing is left below the one, and what leaves the other was done.
    const [alone, done] = [await tree(1), await tree(4, 4)];
    await asMemberCommitted('acme.admin', async (ctx) => {
      for (const { last } of [deleted, alone, done]) await deleteTask(ctx, { id: last });
      await edit(ctx, freed.last, { parent_id: null });
      await transferTask(ctx, { id: sent.last, project_id: fixtureId('acme.APP'), dry_run: false });
    });
    await scheduled();
    const tops = [deleted, freed, sent, alone, done].map(({ top }) => top);
    expect(
      await rows(
        'select status from task t join unnest($1::uuid[]) with ordinality as top(id, at) using (id) order by at',
        [tops],
      ),
    ).toEqual([4, 4, 4, 1, 1].map((status) => ({ status })));
    expect(await rows('select from rule_run where rule_id = $1', [rule._id])).toHaveLength(3);
  });

  test('a rule waits for who is changing the task, loses nothing of that and is not refused', async () => {
    const rule = await make({
      trigger: 'moved',
      value: '3',
      actions: [
        { do: 'assign', who: 'person', member_id: person('user') },
        { do: 'priority', priority: 'high' },
      ],
    });
    const { _id: id } = await task();
    await asMemberCommitted('acme.leader', (ctx) => move(ctx, id, 3));
    await owner.query('begin');
    await owner.query('update task set version = version + 1, estimate_minutes = 30 where id = $1', [id]);
    await owner.query(
      `insert into task_assignee (org_id, task_id, member_id, project_id, audience)
     select org_id, id, $2, project_id, audience from task where id = $1`,
      [id, person('user2')],
    );
    const running = scheduled().catch((error) => error);
    await somebodyWaits(owner);
    await owner.query('commit');
    expect(await running).toMatchObject({ status: 200 });
    expect(await rows('select outcome, said from rule_run where rule_id = $1', [rule._id])).toEqual([
      { outcome: 'done', said: ['Assigned.', 'Priority: High.'] },
    ]);
    expect(await rows('select priority from task where id = $1', [id])).toEqual([{ priority: 'high' }]);
    const people = await rows('select member_id from task_assignee where task_id = $1', [id]);
    expect(people.map(({ member_id }) => member_id).sort()).toEqual([person('user'), person('user2')].sort());
  });
});

describe('who makes a rule', () => {
  const input = { name: 'Review', trigger: 'moved', value: '3', actions: [{ do: 'assign', who: 'leader' }] };

  test('of all projects: admins and sub-admins', async () => {
    const make = (ctx: Ctx) => createRule(ctx, CreateRule.parse(input));
    expect([await attempt('acme.subadmin', make), await attempt('acme.leader', make)]).toEqual(['done', 'forbidden']);
  });

  test.each([
    ['a status that there is not', { trigger: 'moved', value: '6' }],
    ['no number of days', { trigger: 'due', value: null }],
    ['a value that nothing asks for', { trigger: 'created', value: '1' }],
    ['nothing to do', { actions: [] }],
    ['nobody named', { actions: [{ do: 'tell', who: 'person' }] }],
    ['a filter that is none', { filter: 'nothing:1' }],
  ])('is refused with %s', (_what, fields) =>
    expect(CreateRule.safeParse({ ...input, ...fields }).success).toBe(false),
  );

  asAdmin('names only people and labels that there are', async (ctx) => {
    for (const action of [
      { do: 'label', label_id: fixtureId('no label') },
      { do: 'tell', who: 'person', member_id: person('client') },
      { do: 'assign', who: 'person', member_id: fixtureId('globex.admin') },
    ])
      expect(await codeOf(createRule(ctx, CreateRule.parse({ ...input, actions: [action] })))).toBe('invalid');
  });

  asAdmin('stands in its project beside those of all projects, by name', async (ctx) => {
    for (const [name, project_id] of [
      ['B of WEB', WEB],
      ['a of all', null],
      ['c of APP', fixtureId('acme.APP')],
    ])
      await createRule(ctx, CreateRule.parse({ ...input, name, project_id }));
    const names = async (asked: Input) => (await listRules(ctx, ListRules.parse(asked))).docs.map(({ name }) => name);
    expect(await names({ project_id: WEB })).toEqual(['a of all', 'B of WEB']);
    expect(await names({})).toEqual(['a of all', 'B of WEB', 'c of APP']);
  });

  asAdmin('is read with the names of whom and what it is about', async (ctx) => {
    const label = await ctx.db.label.create({ data: { name: 'Ruled' } });
    const rule = await createRule(
      ctx,
      CreateRule.parse({
        ...{ ...input, trigger: 'labelled', value: label.id, filter: `category:${fixtureId('acme.Design')}` },
        actions: [{ do: 'tell', who: 'person', member_id: person('user') }],
      }),
    );
    expect(await namesIn(ctx, [rule])).toEqual({
      ...{ [label.id]: 'Ruled', [fixtureId('acme.Design')]: 'Design', [person('user')]: 'user of acme' },
    });
    expect(await namesIn(ctx, [await createRule(ctx, CreateRule.parse(input))])).toEqual({});
  });

  asAdmin('has a hundred in a project at most, and of all projects as many again', async (ctx) => {
    const make = (more: object = {}) => createRule(ctx, CreateRule.parse({ ...input, project_id: WEB, ...more }));
    const data = { name: 'One', projectId: WEB, trigger: 'moved', value: '3', actions: [] };
    await ctx.db.rule.createMany({ data: Array(MOST_RULES - 1).fill(data) });
    const { _id: id } = await make();
    expect((await failureOf(make())).message).toBe('There are 100 rules already. Delete one first.');
    await make({ project_id: null });
    expect(await deleteRule(ctx, { id })).toMatchObject({ name: 'Review' });
    expect(await codeOf(deleteRule(ctx, { id }))).toBe('not_found');
    await make();
  });

  test('that is changed runs as who changed it, and names only people that there are', () =>
    asMember('acme.leader', async (ctx, effects) => {
      const { _id: id } = await createRule(ctx, CreateRule.parse({ ...input, project_id: WEB }));
      await ctx.settle();
      const admin = await become(ctx, 'acme.admin', effects);
      const change = (version: number, fields: object) => editRule(admin, EditRule.parse({ id, version, ...fields }));
      const nobody = [{ do: 'tell', who: 'person', member_id: person('client') }];
      expect((await failureOf(change(1, { actions: nobody }))).details.errors).toHaveProperty(['actions.0.member_id']);
      await change(1, { enabled: false });
      const actor = await admin.db.rule.findFirst({ where: { id }, select: { actorId: true } });
      expect(actor).toEqual({ actorId: person('admin') });
      const stale = await failureOf(change(1, { name: 'Late' }));
      expect([stale.code, stale.details.current]).toMatchObject(['conflict', { enabled: false, version: 2 }]);
      await change(2, { enabled: true });
      await change(3, { name: 'Review it' });
      await admin.settle();
      const said = effects.audits.flatMap(({ action, after }) => (action === 'rule.edited' ? [after] : []));
      expect(said).toMatchObject([{ change: 'switched off' }, { change: 'switched on' }, { change: 'changed' }]);
    }));

  asAdmin('changes its value alone, where that fits how it begins', async (ctx) => {
    const { _id: id } = await createRule(ctx, CreateRule.parse(input));
    const change = (fields: object) => editRule(ctx, EditRule.parse({ id, ...fields }));
    expect(await change({ version: 1, value: '2' })).toMatchObject({ trigger: 'moved', value: '2', version: 2 });
    expect(await codeOf(change({ version: 2, value: '6' }))).toBe('invalid');
    expect(await change({ version: 2, name: 'Review it' })).toMatchObject({ value: '2', version: 3 });
    expect(await change({ version: 3, value: null })).toMatchObject({ value: null });
    expect(await change({ version: 4, trigger: 'created' })).toMatchObject({ trigger: 'created', value: null });
  });
});
