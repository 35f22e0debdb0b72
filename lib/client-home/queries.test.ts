import { expect, vi } from 'vitest';
import { getClientHome, readClientHome } from '@/lib/client-home/queries';
import { ClientHome } from '@/lib/client-home/schema';
import { become } from '@/lib/test/as-member';
import { add, withoutFiles } from '@/lib/test/file-calls';
import { create, edit, person, task, WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';

withoutFiles();

asLeader('a client’s home begins with what was delivered last, and shows eight', async (ctx) => {
  const days = Array.from({ length: 10 }, (_, at) => `2031-01-${String(at + 10)}T09:00Z`);
  const ids: string[] = [];
  for (const _ of days) ids.push((await create(ctx, { audience: 'client', status: 4 }))._id);
  for (const [at, day] of days.entries())
    await ctx.db.$executeRaw`update task set completed_at = ${day}::timestamptz where id = ${ids[at]}::uuid`;
  const { delivered } = await getClientHome(await become(ctx, 'acme.client'));
  expect(delivered.map(({ _id }) => _id)).toEqual(ids.toReversed().slice(0, 8));
});

asLeader('a client’s home has what is shared with them and no more', async (ctx) => {
  const shared = await add(ctx, { project_id: WEB, audience: 'client' }, 'map.pdf');
  await add(ctx, { project_id: WEB }, 'costs.xlsx');
  await edit(ctx, 'WEB-1', { status: 4 });
  const client = await become(ctx, 'acme.client');
  await add(client, { project_id: WEB }, 'own.pdf');
  const home = await readClientHome((work) => work(client));
  expect(ClientHome.parse(home)).toEqual(home);
  expect(home.failed).toEqual([]);
  expect(home.going_on.map(({ key }) => key)).toEqual(['WEB-4', 'WEB-5']);
  expect(home.delivered.map(({ _id }) => _id)).toEqual([task('WEB-1')]);
  expect(home.files.map(({ _id }) => _id)).toEqual([shared]);
  expect(home.contacts.map(({ person: { _id }, leads }) => [_id, leads])).toEqual([
    [person('leader'), true],
    [person('user'), false],
  ]);
  expect(home.contacts[0]?.person).not.toHaveProperty('role');
  const admin = await become(ctx, 'acme.admin');
  await admin.db.$executeRaw`update member set deactivated_at = now() where id = ${person('user')}::uuid`;
  const { contacts } = await getClientHome(await become(ctx, 'acme.client'));
  expect(contacts.map(({ person: { _id } }) => _id)).toEqual([person('leader')]);
  // What cannot be read takes nothing else along.
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const [at, part] of (['going_on', 'delivered', 'files', 'requests', 'contacts'] as const).entries()) {
    const whole = await getClientHome(await become(ctx, 'acme.client'));
    let passed = 0;
    const read = await readClientHome(async (work) => {
      passed++;
      if (passed === 1 || passed === at + 2) throw new Error('canceling statement');
      return work(client);
    });
    expect(read.failed).toEqual([part]);
    const empty = part === 'requests' ? { requests: [], takes_requests: true } : { [part]: [] };
    expect(read).toEqual({ ...whole, ...empty, failed: [part] });
  }
  logged.mockRestore();
  // Of another project there is nothing.
  const other = await getClientHome(await become(ctx, 'acme.client2'));
  expect([other.going_on, other.delivered, other.files]).toEqual([[], [], []]);
  expect(other.contacts.map(({ person: { _id } }) => _id)).toEqual([person('lead2')]);
});
