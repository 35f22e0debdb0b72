import 'server-only';
import { env } from '@/lib/env';
import { taskKeysIn, withTaskLinks } from '@/lib/markdown/task-links';
import type { TaskPreview } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { isKnownHost, resolveAddress } from '@/lib/tenant/tenant';

/** Of one message. */
const MOST = 3;
/** Of one page of messages. */
const MOST_KEYS = 200;
const KEY = /^[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,8}$/;

/** The task whose page this is, if it is one of the organisation's here. */
function taskAt(url: string, orgKey: string): string | null {
  if (!URL.canParse(url)) return null;
  const { host, pathname, searchParams } = new URL(url);
  if (!isKnownHost(host, env.appUrl, env.rootDomain, false)) return null;
  const place = resolveAddress(host, pathname, env.rootDomain);
  const key = searchParams.get('task')?.toUpperCase() ?? '';
  return place.kind !== 'foreign' && place.orgKey === orgKey && place.route === 'taskpage' && KEY.test(key)
    ? key
    : null;
}

function keysIn(html: string, orgKey: string): string[] {
  const urls = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  return [...new Set([...taskKeysIn([html]), ...urls.flatMap((url) => taskAt(url, orgKey) ?? [])])];
}

export type Previewed = { html: string; previews: TaskPreview[] };

/** Whether a text may name a task, and so needs a read more. */
export const namesTasks = ({ org }: Ctx, html: string): boolean => keysIn(html, org.key).length > 0;

/**
 * Texts with links to the tasks they name by key or URL, and what the reader may see of these now. One statement for all; nothing
 * tells a task that is hidden from one that is not there.
 */
export async function withPreviews(ctx: Ctx, htmls: readonly string[]): Promise<Previewed[]> {
  const named = htmls.map((html) => keysIn(html, ctx.org.key));
  const keys = [...new Set(named.flat())].slice(0, MOST_KEYS).map((key) => key.split('-') as [string, string]);
  const rows = keys.length
    ? await ctx.db.$queryRaw<TaskPreview[]>`
        select t.id as _id, p.key || '-' || t.number as key, t.title, t.status, t.project_id
          from unnest(${keys.map(([project]) => project)}::text[], ${keys.map(([, number]) => Number(number))}::int[]) as named(key, number)
          join project p on p.key = named.key
          join task t on t.org_id = p.org_id and t.project_id = p.id and t.number = named.number
         where t.deleted_at is null`
    : [];
  const tasks = new Map(rows.map((task) => [task.key, task]));
  const titles = new Map(rows.map(({ key, title }) => [key, title]));
  return htmls.map((html, at) => ({
    html: withTaskLinks(html, titles),
    previews: (named[at] ?? []).flatMap((key) => tasks.get(key) ?? []).slice(0, MOST),
  }));
}
