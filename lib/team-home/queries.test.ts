import { expect, test } from 'vitest';
import { formatsFor } from '@/lib/formats';
import { dayAfter } from '@/lib/formats/days';
import { getOrganisationState, getWorkload } from '@/lib/team-home/queries';
import { OrganisationState, Workload } from '@/lib/team-home/schema';
import { workloadFilter } from '@/lib/team-home/vocabulary';
import { asMember, become } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';
import { create, list, person } from '@/lib/test/task-calls';

test('a workload counts what is due from whom, as the list behind it does, against working days', () =>
  asMember('acme.leader', async (ctx) => {
    const today = formatsFor(ctx.actor).today();
    const both = [person('user'), person('user2')];
    await create(ctx, { assignee_ids: both, due_date: today, estimate_minutes: 240 });
    await create(ctx, { assignee_ids: both, due_date: dayAfter(today, 8), estimate_minutes: 60 });
    const workload = await getWorkload(ctx);
    expect(Workload.parse(workload)).toEqual(workload);
    expect(workload.capacity_minutes).toBe(5 * 8 * 60);
    const user = workload.people.find(({ person: { _id } }) => _id === person('user'));
    expect(user).toMatchObject({ tasks: 2, estimated_minutes: 120, without_estimate: 1 });
    for (const { person: who, tasks } of workload.people)
      expect((await list(ctx, { filter: workloadFilter(who._id) })).total).toBe(tasks);
    await ctx.settle();
    const other = await getWorkload(await become(ctx, 'acme.lead2'));
    expect(other.people.map(({ person: { _id } }) => _id)).not.toContain(fixtureId('acme.leader'));
    await become(ctx, 'acme.leader');
  }));

test('an admin sees how the organisation stands', () =>
  asMember('acme.admin', async (ctx) => {
    const state = await getOrganisationState(ctx);
    expect(OrganisationState.parse(state)).toEqual(state);
    expect(state).toMatchObject({ members: 11, pending: 1 });
  }));
