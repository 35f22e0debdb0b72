import 'server-only';
import { plainLine } from '@/lib/markdown/plain-line';
import { hrefsIn, pageAt } from '@/lib/message/queries.previews';
import type { LinkPreview } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { roomNamedApart } from '@/lib/room/queries.names';
import { beginningOf, pointsFor } from '@/lib/text';

/** Of one message. */
const MOST = 3;
/** Letters of a message that is named by its words. */
const TITLE = 200;
/** Of one page of messages. */
const MOST_NAMED = 200;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KEY = /^[A-Z][A-Z0-9]{1,9}$/;

type Named = { kind: LinkPreview['kind']; name: string };

/** The message, file or project that the address shows, if it is one of the organisation's here. */
function namedAt(url: string, orgKey: string): Named[] {
  const page = pageAt(url, orgKey);
  if (!page) return [];
  const given = (param: string) => page.search.get(param) ?? '';
  const id = given(page.route === 'chat' ? 'message' : 'file').toLowerCase();
  if (page.route === 'chat') return ID.test(id) ? [{ kind: 'message', name: id }] : [];
  if (page.route === 'file_manager') return ID.test(id) ? [{ kind: 'file', name: id }] : [];
  const key = given('project').toUpperCase();
  return page.route === 'projectdetails' && KEY.test(key) ? [{ kind: 'project', name: key }] : [];
}

const namedIn = (html: string, orgKey: string): Named[] => hrefsIn(html).flatMap((url) => namedAt(url, orgKey));

/** What each text links to besides tasks, as the reader may see it now. One statement for all; what is hidden is as what is not there. */
export async function linksOfTexts(ctx: Ctx, htmls: readonly string[]): Promise<LinkPreview[][]> {
  const named = htmls.map((html) => namedIn(html, ctx.org.key));
  const all = named.flat().slice(0, MOST_NAMED);
  if (!all.length) return htmls.map(() => []);
  const of = (wanted: LinkPreview['kind']) => [
    ...new Set(all.flatMap(({ kind, name }) => (kind === wanted ? name : []))),
  ];
  const rows = await ctx.db.$queryRaw<(LinkPreview & { named: string })[]>`
    select 'project' as kind, p.id as _id, p.key as named, p.name as title, p.key as about, 'projectdetails?project=' || p.key as page
      from project p where p.key = any(${of('project')}::text[])
    union all
    select 'file', f.id, f.id::text, f.name, coalesce(t.title, o.name, p.name, ''),
           'file_manager?' || coalesce('folder=' || o.id || '&', 'project=' || p.key || '&', '') || 'file=' || f.id
      from file f left join task t on t.org_id = f.org_id and t.id = f.task_id
      left join folder o on o.org_id = f.org_id and o.id = f.folder_id
      left join project p on p.org_id = f.org_id and p.id = f.project_id
     where f.id = any(${of('file')}::uuid[]) and f.deleted_at is null and f.draft_at is null
    union all
    select 'message', c.id, c.id::text, left(c.body, ${pointsFor(TITLE)}),
           concat_ws(' in ', (select shown_name(m.name, m.namesake) from member m where m.org_id = c.org_id and m.id = c.author_id), ${roomNamedApart(ctx)}),
           'chat?room=' || c.room_id || '&message=' || c.id
      from message c join room s on s.org_id = c.org_id and s.id = c.room_id
      left join project p on p.org_id = s.org_id and p.id = s.project_id
     where c.id = any(${of('message')}::uuid[]) and c.deleted_at is null`;
  const known = new Map(
    rows.map(({ named, ...link }) => [
      `${link.kind} ${named}`,
      link.kind === 'message' ? { ...link, title: beginningOf(plainLine(link.title), TITLE) } : link,
    ]),
  );
  return named.map((some) =>
    [...new Set(some.flatMap(({ kind, name }) => known.get(`${kind} ${name}`) ?? []))].slice(0, MOST),
  );
}
