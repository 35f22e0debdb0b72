import { describe, expect, test } from 'vitest';
import { accessOf } from '@/lib/access/queries';
import { AccessOf } from '@/lib/access/schema';
import { attachFile } from '@/lib/file/commands.attach';
import { placeFor } from '@/lib/file/commands.place';
import { getFile } from '@/lib/file/queries.record';
import { createMeeting } from '@/lib/meeting/commands';
import { getMeeting } from '@/lib/meeting/queries';
import { CreateMeeting } from '@/lib/meeting/schema';
import type { Ctx } from '@/lib/org';
import { listRooms } from '@/lib/room/queries';
import { roomFacts } from '@/lib/room/queries.facts';
import { ListRooms } from '@/lib/room/schema';
import { getTask } from '@/lib/task/queries';
import { asMember, become } from '@/lib/test/as-member';
import { codeOf } from '@/lib/test/attempt';
import { add, withoutFiles } from '@/lib/test/file-calls';
import { fixtureId, MEMBERS, TASKS } from '@/lib/test/fixtures';
import { person, task, WEB } from '@/lib/test/task-calls';

type Input = Record<string, unknown>;
const asked = async (ctx: Ctx, input: Input) => (await accessOf(ctx, AccessOf.parse({ limit: 200, ...input }))).docs;
const OPEN = [
  ...MEMBERS.filter(({ approval = 1, deactivated }) => approval === 1 && !deactivated).map(({ seat }) => seat),
  'both',
];

/** Those who get it when they ask for it themselves. */
async function really(ctx: Ctx, read: (ctx: Ctx) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  for (const seat of OPEN) {
    const as = await become(ctx, `acme.${seat}`);
    await read(as).then(
      () => seen.push(person(seat)),
      ({ code }) => expect(code).toBe('not_found'),
    );
  }
  return seen.sort();
}
const said = (docs: Awaited<ReturnType<typeof asked>>) =>
  docs
    .filter(({ sees }) => sees)
    .map(({ member }) => member._id)
    .sort();

withoutFiles();

describe('the inspector agrees with what everybody gets', () => {
  test('for every task and member', () =>
    asMember('acme.admin', async (ctx) => {
      for (const { key } of TASKS) {
        await become(ctx, 'acme.admin');
        const docs = await asked(ctx, { task_id: key });
        expect(docs.length).toBe(MEMBERS.length + 1);
        for (const { sees, doors } of docs)
          expect([doors.screen, doors.email, doors.feed, doors.export]).toEqual(Array(4).fill(sees));
        const there = await really(ctx, (as) => getTask(as, { id: task(key) }));
        expect([key, said(docs)]).toEqual([key, there]);
      }
    }));

  test('for files, wherever they lie, and rooms', () =>
    asMember('acme.admin', async (ctx) => {
      const files = [
        await add(ctx, { project_id: WEB }),
        await add(ctx, { project_id: WEB, audience: 'client' }),
        await add(ctx, {}),
        await add(ctx, { task_id: task('WEB-1') }),
        await add(ctx, { task_id: task('WEB-2') }),
        await attachFile(
          ctx,
          await placeFor(ctx, { task_id: task('WEB-1'), comment_id: fixtureId('acme.internal comment') }),
          await add(ctx, { project_id: WEB, draft: true }),
        ),
        await add(ctx, { project_id: WEB, draft: true }),
      ];
      for (const [at, id] of files.entries()) {
        await become(ctx, 'acme.admin');
        const docs = await asked(ctx, { file_id: id });
        expect([at, said(docs)]).toEqual([at, await really(ctx, (as) => getFile(as, { id }))]);
      }
      for (const [project, audience, invited] of [
        [WEB, 'internal', 'user'],
        [WEB, 'client', 'client'],
        [null, 'client', 'client'],
        [null, 'internal', 'outsider'],
      ] as const) {
        const admin = await become(ctx, 'acme.admin');
        const meeting = { title: 'Talk', project_id: project ?? undefined, audience, attendee_ids: [person(invited)] };
        const at = { starts_at: '2031-03-01T09:00:00Z', duration_minutes: 30, time_zone: 'Europe/Berlin' };
        const { _id: id } = await createMeeting(admin, CreateMeeting.parse({ ...meeting, ...at }));
        expect([audience, said(await asked(admin, { meeting_id: id }))]).toEqual([
          audience,
          await really(ctx, (as) => getMeeting(as, { id })),
        ]);
      }
      const observer = await become(ctx, 'acme.observer');
      for (const { _id: id } of (await listRooms(observer, ListRooms.parse({}))).docs) {
        await become(ctx, 'acme.observer');
        expect(said(await asked(observer, { room_id: id }))).toEqual(await really(ctx, (as) => roomFacts(as, id)));
      }
    }));
});

test('says why, and why not', () =>
  asMember('acme.admin', async (ctx) => {
    const reasons = async (input: Input) =>
      Object.fromEntries(
        (await asked(ctx, input)).map(({ member, reason }) => [member.name.replace(' of acme', ''), reason]),
      );
    expect(await reasons({ task_id: 'WEB-1' })).toMatchObject({
      ...{ admin: 'Admins see every project', observer: 'Observers read every project', user: 'Is in the project' },
      ...{ client: 'Is a client of the project, and it is shared with clients', client2: 'Is not in the project' },
      ...{ outsider: 'Is not in the project', pending: 'Waits for approval: sees nothing of the organisation' },
      ...{ gone: 'Deactivated: sees nothing of the organisation' },
    });
    expect(await reasons({ task_id: 'WEB-2' })).toMatchObject({
      client: 'Is a client, and this is internal',
      client2: 'Is a client who is not in the project, and this is internal',
    });
  }));

test('asks of nobody whom the caller may not know, and leaves the caller as they were', () =>
  asMember('acme.user', async (ctx) => {
    const names = (await asked(ctx, { task_id: 'WEB-2' })).map(({ member }) => member.name);
    expect(names).not.toContain('outsider of acme');
    expect(names).toContain('client of acme');
    expect((await getTask(ctx, { id: task('WEB-2') })).key).toBe('WEB-2');
    expect(await codeOf(asked(ctx, { task_id: 'APP-2' }))).toBe('not_found');
    await become(ctx, 'acme.client');
    expect(await ctx.db.$queryRaw<unknown[]>`select * from seats_of(${[person('user')]}::uuid[])`).toEqual([]);
  }));
