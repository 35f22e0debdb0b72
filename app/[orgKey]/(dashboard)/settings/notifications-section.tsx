import { NotificationSettings } from '@/components/notification/settings-part';
import { SectionCard } from '@/components/page/section-card';
import { readSettings } from '@/lib/notification/queries.settings';
import type { Ctx } from '@/lib/org';
import { listProjectNames } from '@/lib/project/queries.names';

export async function notificationsSection(ctx: Ctx) {
  const settings = await readSettings(ctx);
  const mine = new Set(ctx.actor.projectIds);
  const projects = (await listProjectNames(ctx))
    .filter(({ _id }) => mine.has(_id) || settings.projects[_id])
    .map(({ _id, key, name }) => ({ _id, key, name }));
  return (
    <SectionCard title="Notifications">
      <NotificationSettings kept={settings} projects={projects} zone={ctx.actor.timeZone} />
    </SectionCard>
  );
}
