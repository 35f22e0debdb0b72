import { describe, expect, test } from 'vitest';
import { getDashboard } from '@/lib/dashboard/queries';
import { formatsFor } from '@/lib/formats';
import { countTasksByProject, getProject } from '@/lib/project/queries';
import { countTasks, listTasks } from '@/lib/task/queries';
import { ListTasks } from '@/lib/task/schema';
import { asMember, seatOf } from '@/lib/test/as-member';
import { fixtureId } from '@/lib/test/fixtures';

/** 26 hours lie between these two, so their calendars never show the same day. */
const [EARLIEST, LATEST] = ['Pacific/Kiritimati', 'Etc/GMT+12'];
const WEB = fixtureId('acme.WEB');

describe('what is late, and what is due today', () => {
  test.each([
    [EARLIEST, { overdue: true, today: false }],
    [LATEST, { overdue: false, today: true }],
  ] as const)('is measured by the day of whoever looks, here in %s', async (time_zone, expected) => {
    const due = formatsFor({ locale: 'en', timeZone: LATEST }).today();
    const seat = { ...seatOf('acme.user'), time_zone };
    await asMember(seat, async (ctx) => {
      // Of all that is theirs one task alone is open, and has a day.
      await ctx.db.task.updateMany({ where: { projectId: WEB }, data: { dueDate: null } });
      await ctx.db.task.updateMany({
        where: { id: fixtureId('acme.WEB-1') },
        data: { dueDate: new Date(`${due}T00:00:00Z`) },
      });
      const counts = { overdue: Number(expected.overdue), due_today: Number(expected.today) };
      expect(await countTasks(ctx, { project_id: WEB })).toMatchObject(counts);
      expect((await countTasksByProject(ctx, { project_id: WEB }))[0]).toMatchObject(counts);
      expect((await getProject(ctx, { project_id: WEB })).counts).toMatchObject(counts);
      const late = await listTasks(ctx, ListTasks.parse({ overdue: 'true', project_id: WEB }));
      expect(late.docs).toHaveLength(counts.overdue);
      const { my_day } = await getDashboard(ctx, { range: '7d' });
      expect([my_day.overdue.length, my_day.today.length]).toEqual([counts.overdue, counts.due_today]);
    });
  });
});
