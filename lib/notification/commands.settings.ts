import 'server-only';
import { allow, invalidField } from '@/lib/errors';
import { readSettings, writeSettings } from '@/lib/notification/queries.settings';
import type { ChangeNotificationSettings, NotificationSettings } from '@/lib/notification/schema.settings';
import { TOPICS } from '@/lib/notification/vocabulary';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';

/** For what happens from then on. `invalid`: a project that the caller does not see. */
export async function changeSettings(ctx: Ctx, input: ChangeNotificationSettings): Promise<NotificationSettings> {
  allow(mayEver(ctx.actor, 'profile.own'));
  const { events = {}, projects = {}, push_key: _key, push_browsers: _browsers, ...given } = input;
  const ids = Object.keys(projects);
  if (ids.length && (await ctx.db.project.count({ where: { id: { in: ids } } })) < ids.length)
    throw invalidField('projects', 'There is no such project.');
  const before = await readSettings(ctx);
  const changed = Object.fromEntries(
    TOPICS.map((topic) => [topic, { ...before.events[topic], ...events[topic] }]),
  ) as NotificationSettings['events'];
  await writeSettings(ctx, { ...before, ...given, events: changed, projects });
  return readSettings(ctx);
}
