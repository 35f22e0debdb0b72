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

/** Which page of the organisation this is, if it is one here. */
export function pageAt(url: string, orgKey: string): { route: string | null; search: URLSearchParams } | null {
  if (!URL.canParse(url)) return null;
  const { host, pathname, searchParams } = new URL(url);
  if (!isKnownHost(host, env.appUrl, env.rootDomain, false)) return null;
  const place = resolveAddress(host, pathname, env.rootDomain);
  return place.kind !== 'foreign' && place.orgKey === orgKey ? { route: place.route, search: searchParams } : null;
}

/** Links of one text that are looked at: more than are shown, since some lead to what the reader may not see. */
const MOST_LOOKED_AT = 10;

/** Where the first links of a rendered text lead, each once. */
export function hrefsIn(html: string): string[] {
  const urls = new Set<string>();
  for (const [, url = ''] of html.matchAll(/<a href="([^"]+)"/g)) {
    urls.add(url.replaceAll('&amp;', '&'));
    if (urls.size === MOST_LOOKED_AT) break;
  }
  return [...urls];
}

function taskAt(url: string, orgKey: string): string | null {
  const page = pageAt(url, orgKey);
  const key = page?.search.get('task')?.toUpperCase() ?? '';
  return page?.route === 'taskpage' && KEY.test(key) ? key : null;
}

const keysIn = (html: string, orgKey: string): string[] => [
  ...new Set([...taskKeysIn([html]), ...hrefsIn(html).flatMap((url) => taskAt(url, orgKey) ?? [])]),
];

/** A task may be named by several of its keys. */
const eachOnce = (tasks: readonly TaskPreview[]) => new Map(tasks.map((task) => [task._id, task])).values();

export type Previewed = { html: string; previews: TaskPreview[] };

/**
 * Texts with links to the tasks they name by URL, or by a key that these have or had, and what the reader may see of them now.
 * One statement for all; nothing tells a task that is hidden from one that is not there.
 */
export async function withPreviews(ctx: Ctx, htmls: readonly string[]): Promise<Previewed[]> {
  const named = htmls.map((html) => keysIn(html, ctx.org.key));
  const keys = [...new Set(named.flat())].slice(0, MOST_KEYS).map((key) => key.split('-') as [string, string]);
  const rows = keys.length
    ? await ctx.db.$queryRaw<(TaskPreview & { named: string })[]>`
        select named.key || '-' || named.number as named, t.id as _id, p.key || '-' || t.number as key, t.title, t.status, t.project_id
          from unnest(${keys.map(([project]) => project)}::text[], ${keys.map(([, number]) => Number(number))}::int[]) as named(key, number)
          join task t on t.id = coalesce(
            (select kt.id from task kt where kt.project_id = project_of_key(named.key) and kt.number = named.number),
            (select k.task_id from task_former_key k where k.key = named.key || '-' || named.number))
          join project p on p.org_id = t.org_id and p.id = t.project_id
         where t.deleted_at is null`
    : [];
  const tasks = new Map(rows.map(({ named, ...task }) => [named, task]));
  const titles = new Map(rows.map(({ named, title }) => [named, title]));
  return htmls.map((html, at) => ({
    html: withTaskLinks(html, titles),
    previews: [...eachOnce((named[at] ?? []).flatMap((key) => tasks.get(key) ?? []))].slice(0, MOST),
  }));
}
