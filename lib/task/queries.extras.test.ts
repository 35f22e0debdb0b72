import { describe, expect, test } from 'vitest';
import { deleteFile } from '@/lib/file/commands.bin';
import type { Ctx } from '@/lib/org';
import { stopRecurrence } from '@/lib/recurrence/commands';
import { getCard, getTask } from '@/lib/task/queries';
import type { TaskCard } from '@/lib/task/schema';
import { CARD_EXTRAS } from '@/lib/task/vocabulary';
import { listCalendar, listTimeline } from '@/lib/task-plan/queries';
import { ListCalendar, ListTimeline } from '@/lib/task-plan/schema';
import { asMember, become } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { board, create, list, person, task, WEB } from '@/lib/test/task-calls';
import { attach, repeat, spend } from '@/lib/test/task-extras';

/** Time, repetition, files and creators: cards of lists tell them where they are asked for. WEB-1 is seen by clients. */

const OPEN = task('WEB-1');
const ALL = CARD_EXTRAS.join();
const told = (card: TaskCard | undefined) =>
  Object.fromEntries(CARD_EXTRAS.flatMap((name) => (card && name in card ? [[name, card[name]]] : [])));
const tells = async (ctx: Ctx, input: object = {}) =>
  told((await list(ctx, { project_id: WEB, ...input })).docs.find(({ _id }) => _id === OPEN));
const found = async (ctx: Ctx, filter: string) =>
  (await list(ctx, { project_id: WEB, filter })).docs.map(({ key }) => key).sort();
const LEADER = { _id: person('leader'), name: 'leader of acme', pic: null };

/** On WEB-1: 45 minutes by two, every week, a file. */
async function given(admin: Ctx) {
  await spend(admin, OPEN, 15);
  await repeat(admin, OPEN);
  await attach(admin, OPEN);
  await admin.settle();
  const user = await become(admin, 'acme.user');
  await spend(user, OPEN, 30);
  await user.settle();
  return become(admin, 'acme.leader');
}

describe('what a card of a list tells besides', () => {
  test('is told where a call or the filter asks for it, and by a card that is read alone', async () => {
    await asMember('acme.admin', async (admin) => {
      const ctx = await given(admin);
      const everything = { spent_minutes: 45, repeating: true, attached: true, created_by: LEADER };
      expect(await tells(ctx)).toEqual({});
      expect(await tells(ctx, { include: 'created_by' })).toEqual({ created_by: LEADER });
      expect(await tells(ctx, { include: ALL })).toEqual(everything);
      expect(await tells(ctx, { filter: 'spent:any|repeats:no' })).toEqual({ spent_minutes: 45, repeating: true });
      expect(told(await getCard(ctx, { id: OPEN }))).toEqual(everything);
      expect(told(await create(ctx))).toMatchObject({ created_by: { _id: LEADER._id } });
    });
  });

  test('is on the cards of a board, a calendar and a timeline that are filtered by it', async () => {
    await asMember('acme.admin', async (admin) => {
      const ctx = await given(admin);
      const asked = { project_id: WEB, filter: 'attachments:yes' };
      const due = (await getCard(ctx, { id: OPEN })).due_date;
      const cards = [
        (await board(ctx, asked)).flatMap(({ docs }) => docs),
        (await listTimeline(ctx, ListTimeline.parse(asked))).tasks,
        (await listCalendar(ctx, ListCalendar.parse({ ...asked, from: due, until: due }))).days.flatMap(
          ({ docs }) => docs,
        ),
      ];
      expect(cards.map((docs) => docs.map((card) => [card.key, told(card)]))).toEqual([
        [['WEB-1', { attached: true }]],
        [['WEB-1', { attached: true }]],
        [['WEB-1', { attached: true }]],
      ]);
    });
  });

  test('is found by filters', async () => {
    await asMember('acme.admin', async (admin) => {
      const ctx = await given(admin);
      const others = ['WEB-2', 'WEB-3', 'WEB-4', 'WEB-5', 'WEB-6'];
      for (const filter of ['spent:any', 'spent:30..1h', '!spent:none', 'spent:45', 'repeats:yes', 'attachments:yes'])
        expect(await found(ctx, filter), filter).toEqual(['WEB-1']);
      for (const filter of ['spent:none', 'spent:..44', '!spent:1m..', 'repeats:no', 'attachments:no'])
        expect(await found(ctx, filter), filter).toEqual(others);
      expect(await found(ctx, 'spent:..2h')).toEqual(['WEB-1', ...others]);
      expect(await found(ctx, 'spent:46..|spent:2h..1h')).toEqual([]);
    });
  });

  test('ends with what it told', async () => {
    await asMember('acme.admin', async (ctx) => {
      const { file } = await attach(ctx, OPEN);
      const { _id } = await repeat(ctx, OPEN);
      expect(await tells(ctx, { include: 'repeating,attached' })).toEqual({ repeating: true, attached: true });
      await deleteFile(ctx, { id: file._id });
      await stopRecurrence(ctx, { id: _id });
      await ctx.settle();
      expect(await tells(ctx, { include: 'repeating,attached' })).toEqual({});
    });
  });
});

describe('a client', () => {
  test('learns nothing of time and repetition, by card, filter or page', async () => {
    await asMember('acme.admin', async (admin) => {
      await given(admin);
      const ctx = await become(admin, 'acme.client');
      const all = ['WEB-1', 'WEB-4', 'WEB-5'];
      expect(await found(ctx, 'spent:none;repeats:no')).toEqual(all);
      for (const filter of ['spent:any', 'spent:1..', 'repeats:yes'])
        expect(await found(ctx, filter), filter).toEqual([]);
      expect(await tells(ctx, { include: ALL })).toEqual({ attached: true, created_by: LEADER });
      expect(told(await getCard(ctx, { id: OPEN }))).toEqual({ attached: true, created_by: LEADER });
      expect((await getTask(ctx, { id: OPEN })).time).toBeNull();
    });
  });

  test('learns nothing of files that hang on what the team says among itself', async () => {
    await asMember('acme.admin', async (admin) => {
      await attach(admin, OPEN, fixtureId('acme.internal comment'));
      await admin.settle();
      expect(await found(admin, 'attachments:yes')).toEqual(['WEB-1']);
      const ctx = await become(admin, 'acme.client');
      expect(await found(ctx, 'attachments:yes')).toEqual([]);
      expect(await found(ctx, 'attachments:no')).toContain('WEB-1');
      expect(await tells(ctx, { include: 'attached' })).toEqual({});
      expect(told(await getCard(ctx, { id: OPEN }))).not.toHaveProperty('attached');
    });
  });

  test('learns of the files that it sees, and no name of a creator whom it may not know', async () => {
    await asMember('acme.admin', async (admin) => {
      await attach(admin, OPEN, fixtureId('acme.open comment'));
      await admin.db.task.updateMany({ where: { id: OPEN }, data: { createdById: person('user2') } });
      await admin.settle();
      expect(await tells(admin, { include: ALL })).toMatchObject({ created_by: { _id: person('user2') } });
      const ctx = await become(admin, 'acme.client');
      expect(await tells(ctx, { include: ALL })).toEqual({ attached: true });
      expect(told(await getCard(ctx, { id: OPEN }))).toEqual({ attached: true });
    });
  });
});
