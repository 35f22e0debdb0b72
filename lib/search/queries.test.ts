import { beforeAll, describe, expect, test } from 'vitest';
import { deleteMessage } from '@/lib/message/commands';
import { createMilestone, deleteMilestone } from '@/lib/milestone/commands';
import { CreateMilestone } from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { openRoom } from '@/lib/room/commands';
import { OpenRoom } from '@/lib/room/schema';
import { search } from '@/lib/search/queries';
import { fillSearch } from '@/lib/search/queries.backlog';
import { type Found, Search } from '@/lib/search/schema';
import { termsOf } from '@/lib/search/vocabulary';
import { excerptOf } from '@/lib/search/vocabulary.excerpt';
import { asMember, become } from '@/lib/test/as-member';
import { room, say, withChatRooms } from '@/lib/test/chat-rooms';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { asAdmin, asClient, asUser } from '@/lib/test/test-as';

const acme = (name: string) => fixtureId(`acme.${name}`);
const find = (ctx: Ctx, q: string, rest: object = {}): Promise<Found[]> =>
  search(ctx, Search.parse({ q, limit: '200', ...rest })).then(({ docs }) => docs);
const titles = async (ctx: Ctx, q: string, kind = 'task') =>
  (await find(ctx, q, { kinds: kind })).map(({ title }) => title);

describe('what each role finds', () => {
  /** Search on the real database, by every role, against what the door shows. */

  const owner = ownerClient();
  const ROLES = ['admin', 'subadmin', 'leader', 'lead2', 'user', 'outsider', 'client', 'client2', 'observer'];

  /** As another seat within the same transaction, then back as the first. */
  async function seenBy(ctx: Ctx, who: string, q: string, back = 'acme.admin'): Promise<string[]> {
    const found = await find(await become(ctx, who), q);
    await become(ctx, back);
    return found.map(({ kind, _id }) => `${kind} ${_id}`).sort();
  }

  beforeAll(async () => {
    const content = 'a'.repeat(64);
    for (const org of ['acme', 'globex']) {
      const own = (name: string) => fixtureId(`${org}.${name}`);
      await owner.query(
        `insert into file_content (org_id, id, sha256, size, type, storage_key, stored_in) values ($1, $2, $3, 1, 'text/plain', $4, 'local')`,
        [fixtureId(org), own('content'), content, `${org}-key`],
      );
      const folder = (name: string, project: string | null, audience: string) =>
        owner.query(
          `insert into folder (org_id, id, space_id, project_id, name, name_key, name_order, audience) values ($1::uuid, $2, coalesce($3::uuid, $1::uuid), $3::uuid, $4, $4, $4, $5)`,
          [fixtureId(org), own(`folder ${name}`), project && own(project), name, audience],
        );
      await folder('zebra drawings', 'WEB', 'internal');
      await folder('zebra handover', 'WEB', 'client');
      await folder('zebra handbook', null, 'internal');
      const file = (
        name: string,
        project: string | null,
        audience: string,
        rest: { task?: string; comment?: string; draft?: true } = {},
      ) =>
        owner.query(
          `insert into file (org_id, id, space_id, project_id, name, name_key, name_order, audience, content_id, size, type, sha256, task_id, comment_id, draft_at, uploaded_by_id)
         values ($1::uuid, $2, coalesce($3::uuid, $1::uuid), $3::uuid, $4, $4, $4, $5, $6, 1, 'text/plain', $7, $8, $9, $10, $11)`,
          [
            fixtureId(org),
            own(`file ${name}`),
            project && own(project),
            name,
            audience,
            own('content'),
            content,
            rest.task ? own(rest.task) : null,
            rest.comment ? own(rest.comment) : null,
            rest.draft ? new Date() : null,
            own('leader'),
          ],
        );
      await file('zebra-internal.txt', 'WEB', 'internal');
      await file('zebra_shared.txt', 'WEB', 'client');
      await file('zebra rules.txt', null, 'internal');
      await file('zebra app.txt', 'APP', 'client');
      await file('zebra shown.png', 'WEB', 'client', { task: 'WEB-1' });
      await file('zebra hidden.png', 'WEB', 'client', { task: 'WEB-1', comment: 'internal comment' });
      await file('zebra secret.png', 'WEB', 'internal', { task: 'WEB-2' });
      await file('zebra draft.png', null, 'internal', { draft: true });
    }
  });

  describe('nothing hidden', () => {
    /** Ids that this seat may find, read through the door. */
    async function visible(ctx: Ctx, who: string): Promise<string[]> {
      const everybody = !['user', 'user2', 'outsider', 'client', 'client2'].includes(who);
      const rows = await ctx.db.$queryRaw<{ at: string }[]>`
      select 'task ' || id as at from task where deleted_at is null
      union select 'comment ' || c.id from comment c join task t on t.id = c.task_id where c.deleted_at is null and t.deleted_at is null
      union select 'project ' || id from project
      union select 'file ' || id from file where deleted_at is null and draft_at is null
      union select 'folder ' || id from folder where deleted_at is null
      union select 'person ' || m.id from member m where m.approval = 1 and m.deactivated_at is null
        and (${everybody} or m.id = ${acme(who)}::uuid or exists (select from project_member pm where pm.member_id = m.id))`;
      return rows.map(({ at }) => at).sort();
    }

    test.each(ROLES)('%s finds exactly what the door shows', (who) =>
      asMember(`acme.${who}`, async (ctx) => {
        const words = ['a', 'b', 'c', 'd', 'l', 'm', 'n', 'o', 'p', 'r', 's', 't', 'u', 'w', 'z', 'acme', 'of'];
        const found = new Set<string>();
        for (const q of words) for (const one of await find(ctx, q)) found.add(`${one.kind} ${one._id}`);
        const seen = await visible(ctx, who);
        expect(seen.length).toBeGreaterThan(0);
        expect([...found].sort()).toEqual(seen);
      }),
    );

    test.each(['user', 'client'])('%s: the index itself gives no id that the door would not show', (who) =>
      asMember(`acme.${who}`, async (ctx) => {
        const seen = new Set(await visible(ctx, who));
        const people = ['user', 'outsider', 'client', 'client2'].includes(who);
        for (const word of ['a', 'b', 'c', 't', 's', 'w', 'z', 'o']) {
          const rows = await ctx.db.$queryRaw<{ at: string }[]>`
          select kind || ' ' || id as at from search_entries(app_org_id(), app_sees_every_project(), app_is_client(), app_project_ids(),
            case when ${people} then array(select pm.member_id from project_member pm) end,
            '{task,comment,project,person,file,folder}', ${`'${word}':*`}, ${`'${word}':*A`}, null, null, 200)`;
          expect(rows.filter(({ at }) => !seen.has(at))).toEqual([]);
        }
      }),
    );

    asAdmin('the function answers for the organisation of the door alone', async (ctx) => {
      const rows = await ctx.db.$queryRaw<unknown[]>`
        select * from search_entries(${fixtureId('globex')}::uuid, true, false, '{}', null, '{task}', '''brand''', '''brand'':A', null, null, 10)`;
      expect(rows).toEqual([]);
      await expect(ctx.db.$queryRaw`select * from search_entry`).rejects.toThrow(/permission denied/);
    });

    asClient('a client finds no email, and people of its contacts alone', async (ctx) => {
      for (const q of ['leader@acme.test', 'test']) expect(JSON.stringify(await find(ctx, q))).not.toContain('@');
      expect(await titles(ctx, 'test', 'person')).toEqual([]);
      const [leader] = await find(ctx, 'leader');
      expect(leader).toMatchObject({ kind: 'person', title: 'leader of acme', excerpt: '', url: null, key: null });
      expect(await titles(ctx, 'lead2', 'person')).not.toContain('lead2 of acme');
    });

    test('excerpts of a client tell nothing of what it does not see, nor does a word with a typing error', () =>
      asMember('acme.client', async (ctx) => {
        for (const q of [
          'hosting',
          'contract',
          'hostng contract',
          'wrong format',
          'staging',
          '-logo hosting',
          'WEB-2',
          'APP-1',
        ])
          expect(
            (await find(ctx, q)).filter(({ _id }) =>
              [acme('WEB-2'), acme('WEB-6'), acme('internal comment'), acme('APP-1')].includes(_id),
            ),
          ).toEqual([]);
      }));
  });

  asAdmin('a comment, a file and a folder lead to where they are', async (ctx) => {
    const leads = async (q: string, kinds: string) => (await find(ctx, q, { kinds }))[0]?.url;
    expect([
      await leads('logo', 'comment'),
      await leads('zebra shown', 'file'),
      await leads('zebra internal', 'file'),
      await leads('zebra rules', 'file'),
      await leads('zebra handover', 'folder'),
      await leads('zebra handbook', 'folder'),
    ]).toEqual([
      `/acme/taskpage?task=WEB-1&comment=${acme('open comment')}`,
      '/acme/taskpage?task=WEB-1',
      `/acme/file_manager?project=WEB&file=${acme('file zebra-internal.txt')}`,
      `/acme/file_manager?file=${acme('file zebra rules.txt')}`,
      `/acme/file_manager?project=WEB&folder=${acme('folder zebra handover')}`,
      `/acme/file_manager?folder=${acme('folder zebra handbook')}`,
    ]);
  });

  describe('what changes is found as it is now', () => {
    const web1 = `task ${acme('WEB-1')}`;
    const logo = `comment ${acme('open comment')}`;
    const shown = `file ${acme('file zebra shown.png')}`;

    test('a task that becomes internal leaves the client’s results with all that hangs on it, and comes back', () =>
      asMember('acme.admin', async (ctx) => {
        const asClient = async () => [
          ...(await seenBy(ctx, 'acme.client', 'brand')),
          ...(await seenBy(ctx, 'acme.client', 'logo')),
          ...(await seenBy(ctx, 'acme.client', 'shown')),
        ];
        expect(await asClient()).toEqual([web1, logo, shown]);
        await ctx.db.$executeRaw`update task set audience = 'internal' where id = ${acme('WEB-1')}::uuid`;
        expect(await asClient()).toEqual([]);
        expect(await seenBy(ctx, 'acme.user', 'logo')).toEqual([logo]);
        await ctx.db.$executeRaw`update task set audience = 'client' where id = ${acme('WEB-1')}::uuid`;
        expect(await asClient()).toEqual([web1, logo, shown]);
      }));

    asAdmin('a task that moves to another project takes what hangs on it along', async (ctx) => {
      await ctx.db.$executeRaw`delete from task_assignee where task_id = ${acme('WEB-1')}::uuid`;
      await ctx.db
        .$executeRaw`update file set space_id = ${acme('APP')}::uuid, project_id = ${acme('APP')}::uuid, task_id = null, comment_id = null where task_id = ${acme('WEB-1')}::uuid`;
      await ctx.db
        .$executeRaw`update task set project_id = ${acme('APP')}::uuid, number = 99 where id = ${acme('WEB-1')}::uuid`;
      for (const who of ['acme.client', 'acme.user', 'acme.leader'])
        expect(await seenBy(ctx, who, 'brand')).toEqual([]);
      expect(await seenBy(ctx, 'acme.client2', 'brand')).toEqual([web1]);
      expect(await seenBy(ctx, 'acme.client2', 'logo')).toEqual([logo]);
      expect(await seenBy(ctx, 'acme.client', 'logo')).toEqual([]);
      expect(await seenBy(ctx, 'acme.client', 'shown')).toEqual([]);
    });

    test('the bin hides a task with its comments and files, a deleted comment its files, and a project all of it', () =>
      asMember('acme.admin', async (ctx) => {
        const bin = (table: 'task' | 'project', name: string, at: Date | null) =>
          table === 'task'
            ? ctx.db.$executeRaw`update task set deleted_at = ${at} where id = ${acme(name)}::uuid`
            : ctx.db.$executeRaw`update project set deleted_at = ${at} where id = ${acme(name)}::uuid`;
        await bin('task', 'WEB-1', new Date());
        for (const q of ['brand', 'logo', 'shown']) expect(await seenBy(ctx, 'acme.leader', q)).toEqual([]);
        await bin('task', 'WEB-1', null);
        expect(await seenBy(ctx, 'acme.leader', 'hidden')).toEqual([`file ${acme('file zebra hidden.png')}`]);
        expect(await seenBy(ctx, 'acme.leader', 'logo')).toEqual([logo]);
        await ctx.db.$executeRaw`update comment set deleted_at = now() where id = ${acme('internal comment')}::uuid`;
        expect(await seenBy(ctx, 'acme.leader', 'hidden')).toEqual([]);
        expect(await seenBy(ctx, 'acme.leader', 'wrong format')).toEqual([]);
        await ctx.db.$executeRaw`select set_config('app.bin', 'open', true)`;
        await bin('project', 'WEB', new Date());
        await ctx.db.$executeRaw`select set_config('app.bin', '', true)`;
        for (const q of ['brand', 'website', 'logo', 'shared']) expect(await seenBy(ctx, 'acme.admin', q)).toEqual([]);
      }));

    asAdmin('an internal comment is for the team, and one that becomes so leaves the client’s results', async (ctx) => {
      expect(await seenBy(ctx, 'acme.client', 'wrong')).toEqual([]);
      expect(await seenBy(ctx, 'acme.observer', 'wrong')).toEqual([`comment ${acme('internal comment')}`]);
      await ctx.db.$executeRaw`update comment set audience = 'internal' where id = ${acme('open comment')}::uuid`;
      expect(await seenBy(ctx, 'acme.client', 'logo')).toEqual([]);
    });

    asAdmin('a deactivated person is not found, and a new name is found at once', async (ctx) => {
      expect(await find(ctx, 'gone', { kinds: 'person' })).toEqual([]);
      await ctx.db.$executeRaw`update member set name = 'Wilhelmina Quill' where id = ${acme('user')}::uuid`;
      expect(await titles(ctx, 'wilhel', 'person')).toEqual(['Wilhelmina Quill']);
      expect(await titles(ctx, 'user@acme', 'person')).toEqual(['Wilhelmina Quill']);
      await ctx.db.$executeRaw`update member set deactivated_at = now() where id = ${acme('user')}::uuid`;
      expect(await titles(ctx, 'wilhel', 'person')).toEqual([]);
    });

    test('rows that were here before the search are taken in by steps, and a step over is none', async () => {
      const all = async () =>
        (
          await owner.query(
            'select org_id, kind, id, project_id, audience, title, words::text, scope from search_entry order by 1, 2, 3',
          )
        ).rows;
      const before = await all();
      expect(before.length).toBeGreaterThan(50);
      await owner.query('delete from search_entry');
      await owner.query(
        `insert into search_backlog (kind) values ('task'), ('comment'), ('project'), ('person'), ('folder'), ('file')`,
      );
      expect((await owner.query('select fill_search(3) as read')).rows[0].read).toBe(3);
      expect((await all()).length).toBe(3);
      await fillSearch();
      expect(await all()).toEqual(before);
    });
  });
});

describe('what is asked for', () => {
  const withTask = (title: string, description: string, work: (ctx: Ctx) => Promise<void>) =>
    asMember('acme.admin', async (ctx) => {
      await ctx.db.$executeRaw`
        insert into task (id, project_id, number, title, description, rank) values (gen_random_uuid(), ${acme('WEB')}::uuid, 500, ${title}, ${description}, 'zzzz')`;
      await work(ctx);
    });

  test('a key is first, with those that go on behind it', () =>
    withTask('See WEB-1 and web-1', '', async (ctx) => {
      await ctx.db
        .$executeRaw`insert into task (id, project_id, number, title, rank) values (gen_random_uuid(), ${acme('WEB')}::uuid, 12, 'Twelfth', 'zzzzz')`;
      expect(await titles(ctx, 'web-1')).toEqual(['Collect brand assets', 'Twelfth', 'See WEB-1 and web-1']);
      expect((await find(ctx, 'WEB-1'))[0]).toMatchObject({ key: 'WEB-1', url: '/acme/taskpage?task=WEB-1' });
    }));

  test('page by page all hits come, each once, in one order', () =>
    asMember('acme.admin', async (ctx) => {
      for (let at = 1; at <= 7; at++)
        await ctx.db.$executeRaw`insert into task (id, project_id, number, title, rank)
          values (gen_random_uuid(), ${acme('WEB')}::uuid, ${600 + at}, ${`Quokka ${at}`}, ${`zz${at}`})`;
      const all = await titles(ctx, 'quokka');
      expect([...all].sort()).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => `Quokka ${at}`));
      for (const kinds of ['task', 'task,milestone']) {
        const paged: string[] = [];
        for (let page = 1; page <= 4; page++)
          paged.push(
            ...(await find(ctx, 'quokka', { kinds, limit: '2', page: String(page) })).map(({ title }) => title),
          );
        expect(paged).toEqual(all);
      }
    }));

  test.each([
    ['brand collect', ['Collect brand assets']],
    ['coll', ['Collect brand assets']],
    ['oll', []],
    ['"brand assets"', ['Collect brand assets']],
    ['"assets brand"', []],
    ['"brand asset"', []],
    ['brand -assets', []],
    ['brand -pricing', ['Collect brand assets']],
    ['-pricing', []],
    ['BRÄND', ['Collect brand assets']],
    ['colect asets', ['Collect brand assets']],
    ['pricng', ['Build the pricing page']],
    ['%', []],
    ["' or 1=1 --", []],
    ["brand') & !('x", ['Collect brand assets']],
    ['brand:*', ['Collect brand assets']],
    ['\\ _ * ( ) | & ! <->', []],
  ])('%s', (q, expected) => asMember('acme.admin', async (ctx) => expect(await titles(ctx, q)).toEqual(expected)));

  test.each([
    ['Straße nach Ærø, Łódź und Größe', 'strasse', 'STRASSE', 'aero', 'lodz', 'grösse', 'GROSSE'],
    ['在上海开会', '上海', '海', '上海 开会', '在上海开会'],
    ['3月にたなかさんと会う abc株式会社です', 'なかさん', '3月', '"3月に"', 'abc株式', '"株式会社です"', 'たなか'],
    ['데이터베이스 이전', '베이스', '데이터 베이스', '이'],
    ['ประชุมวันนี้ตอนบ่าย', 'วันนี้', 'บ่าย'],
    [
      '“Alpha” — „Beta“ «Gamma» Delta… •Epsilon →Zeta 🚀Eta',
      'alpha',
      '“beta”',
      '„gamma“',
      'delta',
      'delta…',
      'epsil',
      'zeta eta',
    ],
    ['Launch🚀 → 🇩🇪', 'launch', '🚀', '→', '🇩🇪', 'launch 🚀 →', '"launch 🚀"'],
    ['Résumé'.normalize('NFD'), 'Résumé', 'resume', 'RÉSUMÉ'.normalize('NFD')],
    ['Screenshot 2026-01-05 at 9.41.00\u202fAM.png', '9.41.00 AM', '9.41.00\u00a0am'],
    ['Rock ’n’ roll: don’t stop – l’été', "don't", "rock 'n' roll", "l'ete", 'stop - l’été'],
    ['ＡＢＣ１２３ oﬃce Zusammen\u00adarbeit', 'abc123', 'office', 'ＯＦＦＩＣＥ', 'zusammenarbeit'],
    ['Işık ve İstanbul', 'isik', 'ışık', 'ISTANBUL', 'istanbul'],
    ['ΟΔΟΣ Σίσυφος', 'οδος', 'ΟΔΌΣ', 'σισυφοσ'],
    ['Ещё Привет', 'еще', 'ЕЩЁ', 'ПРИВЕТ', 'прив'],
    ['مُـحَـمَّـد في الإدارة ٢٠٢٦', 'محمد', 'الادارة', '2026'],
    ['שָׁלוֹם צה״ל', 'שלום', 'צה"ל'],
    ['ज़रूरी हिन्दी क्‍या', 'जरूरी', 'हिन्दी', 'क्या'],
    ['Đường Nguyễn Huệ', 'duong', 'NGUYỄN', 'hue'],
    ['−5 % margin', '-5 % margin', '5 -gin'],
    ['v2.0.1-beta', '2.0.1', '2.0', 'v2.0.1', 'v2', 'beta', '"2.0.1-beta"', 'v 2'],
    ['Смета №5пункт', '№5', '№ 5', '№5 пункт', 'пункт', '5', 'no 5', '5 пун'],
    ['می‌خواهم کتاب‌خانه‌ها را', 'می خواهم', 'می‌خواهم', 'کتاب خانه ها', 'کتاب خانه', 'میخواهم', 'را می خواهم'],
    ['می خواهم کتاب ها را', 'می‌خواهم', 'کتاب‌ها', 'می خواهم', '"می‌خواهم"', 'کتاب‌ه'],
    ['والمشروع الجديد للعميل', 'مشروع', 'المشروع', 'جديد', 'عميل', 'العميل', 'المشر', 'بالمشروع'],
    ['مشروع جديد', 'المشروع', 'الجديد', 'والمشروع', 'بمشروع'],
    ['והפרויקט בירושלים', 'פרויקט', 'הפרויקט', 'ירושלים', 'פרוי', 'לירושלים'],
    ['פרויקט חדש', 'הפרויקט', 'החדש', 'לפרויקט'],
    ['የፕሮጀክቱ ሪፖርት በቤት', 'ፕሮጀክት', 'ፕሮጀክቱ', 'ቤት', 'ቤቱ', 'ለሪፖርት'],
  ])('%s is found however it is typed', (title, ...questions) =>
    withTask(title, '', async (ctx) => {
      for (const q of questions) expect([q, ...(await titles(ctx, q))]).toEqual([q, title]);
    }),
  );

  test.each([
    ['在上海开会', '海上', '上会', '"上海" -开会'],
    ['Rock ’n’ roll', 'ock', '"roll rock"'],
    ['ثم تابع العمل', 'كتاب', '"عمل"', 'تابع -عمل'],
    ['v2.0.1-beta', '1.0.2', '"0 2"'],
  ])('%s is not what is asked for', (title, ...questions) =>
    withTask(title, '', async (ctx) => {
      for (const q of questions) expect([q, ...(await titles(ctx, q))]).toEqual([q]);
    }),
  );

  test('hits in a title come before those in a description', () =>
    withTask('Order the cake', 'With brand colours', async (ctx) =>
      expect(await titles(ctx, 'brand')).toEqual(['Collect brand assets', 'Order the cake']),
    ));

  test('an excerpt marks the hit and escapes the rest', () =>
    withTask('Order the cake', '<img src=x onerror=alert(1)> **Zitrone** & <b>zitronen</b>', async (ctx) => {
      const [found] = await find(ctx, 'zitrone');
      expect(found?.excerpt).toBe(
        '&lt;img src=x onerror=alert(1)&gt; <mark>Zitrone</mark> &amp; &lt;b&gt;<mark>zitronen</mark>&lt;/b&gt;',
      );
    }));

  test.each([
    ['strasse', '', 'Die <mark>Straße</mark> &amp; die <mark>STRASSE</mark>', 'Die Straße & die STRASSE'],
    ['مشروع', '', '<mark>والمشروع</mark> الجديد', 'والمشروع الجديد'],
    ['می خواهم', '', '<mark>می‌خواهم</mark>', 'می‌خواهم'],
    ['office', '', 'Im <mark>oﬃce</mark>', 'Im oﬃce'],
    ['resume', '', '🚀 <mark>Résumé</mark>.', `🚀 ${'Résumé'.normalize('NFD')}.`],
    ['上海', '', '在<mark>上海</mark>，去<mark>上海</mark>。', '在上海，去上海。'],
    ['ガラス', '', '<mark>ｶﾞﾗｽ</mark>です', 'ｶﾞﾗｽです'],
    ['🚀', '', 'Go <mark>🚀</mark>', 'Go 🚀'],
    ['last', '… ', '<mark>last</mark>', 'é'.repeat(3_000)],
  ])('an excerpt marks %s as it was written', (q, cutBefore, marked, text) => {
    const html = excerptOf(cutBefore ? `${text} last` : text, termsOf(q)).normalize('NFC');
    expect([html.startsWith(cutBefore), html.endsWith(marked)]).toEqual([true, true]);
  });

  asAdmin('each kind leads to its page, a person only for whoever has the list of people', async (ctx) => {
    const { _id: goal } = await createMilestone(
      ctx,
      CreateMilestone.parse({ project_id: acme('WEB'), name: 'Zeppelin', audience: 'client' }),
    );
    const found = async (one: Ctx, q: string, kinds: string) => (await find(one, q, { kinds }))[0];
    expect((await found(ctx, 'zeppelin', 'milestone'))?.url).toBe(
      `/acme/projectdetails?project=WEB&tab=tasks&filter=milestone:${goal}`,
    );
    expect((await found(ctx, 'relaunch', 'project'))?.url).toBe('/acme/projectdetails?project=WEB');
    expect(await found(ctx, 'user2', 'person')).toMatchObject({
      url: `/acme/userlist?q=${encodeURIComponent('user2@acme.test')}`,
      excerpt: expect.stringContaining('acme.test'),
    });
    const client = await become(ctx, 'acme.client');
    expect(await found(client, 'leader', 'person')).toMatchObject({ title: 'leader of acme', excerpt: '', url: null });
    await become(ctx, 'acme.admin');
    await deleteMilestone(ctx, { id: goal });
    expect(await find(ctx, 'zeppelin', { kinds: 'milestone' })).toEqual([]);
  });

  asAdmin('the answer is no longer than asked, and takes from each kind by turns', async (ctx) => {
    const found = await find(ctx, 'a', { limit: '3' });
    expect(found).toHaveLength(3);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['task', 'project', 'person']));
  });

  test('hostile texts can be written and searched', () =>
    withTask(
      'ﷺ'.repeat(200),
      Array.from({ length: 12_500 }, (_, at) => at.toString(36))
        .join(' ')
        .slice(0, 50_000),
      async (ctx) => {
        await ctx.db.$executeRaw`update task set description = ${'ﷺ '.repeat(25_000)} where number = 500`;
        await ctx.db.$executeRaw`update task set description = ${'['.repeat(50_000)} where number = 500`;
        for (const q of ['ﷺ', '('.repeat(200), '"'.repeat(200), '-'.repeat(200), 'a '.repeat(100), 'a-'.repeat(100)])
          await find(ctx, q);
      },
    ));
});

withChatRooms();

const found = async (ctx: Ctx, q: string, rest: object = {}) =>
  (await search(ctx, Search.parse({ q, ...rest }))).docs.filter(({ kind }) => kind === 'message');

asUser('messages are found where their room is seen, newest first, and lead to their place', async (ctx) => {
  const inside = await say(ctx, 'The **xylophone** is in the cellar');
  const shown = await say(ctx, 'Xylophones for sale', { room_id: room('project_clients WEB') });
  const pair = await openRoom(ctx, OpenRoom.parse({ kind: 'direct', member_ids: [acme('leader')] }));
  const quiet = await say(ctx, 'A secret xylophone', { room_id: pair._id });
  const ids = async (seat: string) => (await found(await become(ctx, `acme.${seat}`), 'xylo')).map(({ _id }) => _id);
  expect(await ids('user')).toEqual([quiet._id, shown._id, inside._id]);
  expect(await ids('leader')).toEqual([quiet._id, shown._id, inside._id]);
  expect(await ids('client')).toEqual([shown._id]);
  expect(await ids('observer')).toEqual([shown._id, inside._id]);
  expect(await ids('admin')).toEqual([]);
  expect(await ids('outsider')).toEqual([]);
  const user = await become(ctx, 'acme.user');
  expect(await found(user, 'xylophone cellar')).toEqual([
    {
      ...{ kind: 'message', _id: inside._id, key: null, title: 'Website relaunch', project_id: acme('WEB') },
      imported: null,
      excerpt: 'The <mark>xylophone</mark> is in the <mark>cellar</mark>',
      url: `/acme/chat?room=${room()}&message=${inside._id}`,
      updated_at: inside.created_at,
    },
  ]);
  expect((await found(user, 'secret', { kinds: 'message' }))[0]).toMatchObject({ title: 'leader of acme' });
  expect(await found(user, 'xylophone', { kinds: 'task,comment' })).toEqual([]);
  await deleteMessage(user, { id: inside._id });
  expect(await ids('user')).toEqual([quiet._id, shown._id]);
});
