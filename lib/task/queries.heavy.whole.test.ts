import { describe, expect, test, vi } from 'vitest';
import { addComment, editComment } from '@/lib/comment/commands';
import { listComments } from '@/lib/comment/queries';
import { AddComment, EditComment, ListComments } from '@/lib/comment/schema';
import { renewBeside, renewRendered } from '@/lib/markdown/rendering';
import type { Ctx } from '@/lib/org';
import { createProject, editProject } from '@/lib/project/commands';
import { CreateProject, EditProject } from '@/lib/project/schema';
import { getCard, getTask } from '@/lib/task/queries';
import type { TaskCard } from '@/lib/task/schema';
import { asMember } from '@/lib/test/as-member';
import { failureOf, statementsOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { board, create, edit, list, task, WEB } from '@/lib/test/task-calls';

/** What one person writes costs the others no more than a page of text: counted in renderings, bytes and statements. */

const owner = ownerClient();

const CELLS = `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${`${'|a'.repeat(100)}|\n`.repeat(98)}`.slice(0, 20_000);
const PROSE = 'The quick brown fox jumps over the lazy dog. '.repeat(444);
const bytesOf = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer));

/** How often `work` renders Markdown. */
async function renderingsOf(work: () => Promise<unknown>): Promise<number> {
  const { default: MarkdownIt } = await import('markdown-it');
  const render = vi.spyOn(MarkdownIt.prototype, 'render');
  try {
    await work();
    return render.mock.calls.length;
  } finally {
    render.mockRestore();
  }
}

/** `count` comments under WEB-1 that are there already, as they were written. */
async function withComments(count: number, body: string, work: () => Promise<void>) {
  await owner.query(
    `insert into comment (org_id, id, task_id, project_id, task_audience, audience, author_id, body, created_at)
     select $1, gen_random_uuid(), $2, $3, 'client', 'client', $4, $5, now() + n * interval '1 second' from generate_series(1, $6::int) n`,
    [fixtureId('acme'), task('WEB-1'), WEB, fixtureId('acme.client'), body, count],
  );
  try {
    await work();
  } finally {
    await owner.query(`delete from comment where body = $1`, [body]);
  }
}

describe('D02 what somebody writes costs others no more than a page of text', () => {
  test('a text that becomes too much is refused where it is written', () =>
    asMember('acme.leader', async (ctx) => {
      const refused = [
        () => addComment(ctx, AddComment.parse({ task_id: task('WEB-1'), body: CELLS })),
        () => editComment(ctx, EditComment.parse({ id: fixtureId('acme.open comment'), version: 1, body: CELLS })),
        () => create(ctx, { description: CELLS }),
        () => edit(ctx, task('WEB-1'), { description: CELLS }),
        () => createProject(ctx, CreateProject.parse({ name: 'X', type: 'web_application', description: CELLS })),
        () => editProject(ctx, EditProject.parse({ project_id: WEB, version: 1, description: CELLS })),
      ];
      for (const attempt of refused) {
        const { code, details } = await failureOf(attempt());
        expect(code).toBe('invalid');
        expect(Object.values(details.errors ?? {}).flat()).toEqual([expect.stringMatching(/table cells, links/)]);
      }
    }));

  test('reading a task renders nothing, however often and however much stands there', () =>
    withComments(150, PROSE, async () => {
      await renewRendered();
      await asMember('acme.user', async (ctx) => {
        let statements = 0;
        const renderings = await renderingsOf(async () => {
          statements = await statementsOf(() => getTask(ctx, { id: 'WEB-1' }));
        });
        expect(renderings).toBe(0);
        expect(3 + statements).toBeLessThanOrEqual(12);
        expect(bytesOf(await getTask(ctx, { id: 'WEB-1' }))).toBeLessThan(600_000);
      });
    }));

  test('an answer ends before it becomes long, and the older comments come page by page, each once', () =>
    withComments(60, PROSE, async () => {
      await asMember('acme.client', async (ctx) => {
        const first = await getTask(ctx, { id: 'WEB-1' });
        const ids = first.comments.map(({ _id }) => _id);
        let cursor = first.comments_cursor;
        while (cursor) {
          const page = await listComments(ctx, ListComments.parse({ task_id: 'WEB-1', cursor }));
          expect(bytesOf(page)).toBeLessThan(600_000);
          expect(page.total).toBe(61);
          ids.unshift(...page.docs.map(({ _id }) => _id));
          cursor = page.next_cursor ?? null;
        }
        expect(ids).toHaveLength(61);
        expect(new Set(ids).size).toBe(61);
      });
    }));

  test('a text from before the limit is shown as it was written, and is not rendered at each read', () =>
    withComments(1, CELLS, async () => {
      await renewRendered();
      await asMember('acme.client', async (ctx) => {
        const { comments } = await getTask(ctx, { id: 'WEB-1' });
        expect(comments.at(-1)?.body_html).toMatch(/^<p dir="auto">\|a\|a/);
        expect(comments.at(-1)?.body_html).not.toContain('<td');
        expect(await renderingsOf(() => getTask(ctx, { id: 'WEB-1' }))).toBe(0);
      });
    }));
});

const CROWD = 50;

/** 200 subtasks of WEB-1 on which fifty people with long names work, and acme's user among them. */
async function withCrowd(work: () => Promise<void>) {
  const people = Array.from({ length: CROWD - 1 }, (_, n) => fixtureId(`crowd ${n}`));
  const org = fixtureId('acme');
  await owner.query(
    `insert into member (org_id, id, role, approval, name, email, placed_at)
     select $1, id, 'user', 1, 'Ab ' || repeat('é', 70) || n, 'crowd' || n || '@crowd.test', now() from unnest($2::uuid[]) with ordinality as p(id, n)`,
    [org, people],
  );
  await owner.query(
    'insert into project_member (org_id, project_id, member_id) select $1, $2, m from unnest($3::uuid[]) m',
    [org, WEB, people],
  );
  await owner.query(
    `insert into task (id, org_id, project_id, parent_id, number, title, status, rank, audience)
     select gen_random_uuid(), $1, $2, $3, 7000 + n, 'Part ' || n, 1, 'zz' || lpad(n::text, 6, '0'), 'client' from generate_series(1, 200) n`,
    [org, WEB, task('WEB-1')],
  );
  await owner.query(
    `insert into task_assignee (org_id, task_id, project_id, audience, member_id)
     select $1, t.id, $2, t.audience, m from task t cross join unnest($3::uuid[]) m where t.project_id = $2 and t.number > 7000`,
    [org, WEB, [...people, fixtureId('acme.user')]],
  );
  try {
    await work();
  } finally {
    await owner.query('delete from task where project_id = $1 and number > 7000', [WEB]);
    await owner.query('delete from project_member where member_id = any ($1::uuid[])', [people]);
    await owner.query('delete from member where id = any ($1::uuid[])', [people]);
  }
}

describe('D02 a card among many names three people, the reader first, and how many more there are', () => {
  const LISTS: Record<string, (ctx: Ctx) => Promise<{ answer: unknown; cards: TaskCard[] }>> = {
    'the subtasks of a task': (ctx) =>
      getTask(ctx, { id: 'WEB-1' }).then((answer) => ({ answer, cards: answer.subtasks })),
    'the list of tasks': (ctx) => list(ctx, { limit: 200 }).then((answer) => ({ answer, cards: answer.docs })),
    'a search': (ctx) => list(ctx, { q: 'Part', limit: 200 }).then((answer) => ({ answer, cards: answer.docs })),
    'the board': (ctx) =>
      board(ctx, { limit: 200 }).then((answer) => ({ answer, cards: answer.flatMap(({ docs }) => docs) })),
  };
  test.each(Object.entries(LISTS))('in %s', (_name, read) =>
    withCrowd(() =>
      asMember('acme.user', async (ctx) => {
        const { answer, cards } = await read(ctx);
        const crowded = cards.filter(({ number }) => number > 7000);
        expect(crowded.length).toBeGreaterThan(180);
        expect(bytesOf(answer)).toBeLessThan(400_000);
        for (const { assignees, more_assignees } of crowded) {
          expect(assignees).toHaveLength(3);
          expect(assignees[0]?._id).toBe(fixtureId('acme.user'));
          expect(more_assignees).toBe(CROWD - 3);
        }
        const statements = await statementsOf(() => read(ctx));
        expect(3 + statements).toBeLessThanOrEqual(12);
      }),
    ),
  );

  test('and one that is read alone names everybody, as whoever edits it needs', () =>
    withCrowd(() =>
      asMember('acme.leader', async (ctx) => {
        const { docs } = await list(ctx, { q: 'Part 1', limit: 1 });
        const id = docs[0]?._id as string;
        const whole = await getCard(ctx, { id });
        expect(whole.assignees).toHaveLength(CROWD);
        expect(whole.more_assignees).toBeUndefined();
        const without = whole.assignees.slice(1).map(({ _id }) => _id);
        const edited = await edit(ctx, id, { assignee_ids: without, version: whole.version });
        expect(edited.assignees).toHaveLength(CROWD - 1);
      }),
    ));
});

test('what a text became follows the text, also where a statement forgets it', () =>
  asMember('acme.leader', async (ctx) => {
    const { description_html } = await edit(ctx, task('WEB-1'), { description: '**one**' });
    expect(description_html).toContain('<strong>one</strong>');
    expect(await renderingsOf(() => getTask(ctx, { id: 'WEB-1' }))).toBe(0);
    await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { description: '**two**' } });
    expect((await getTask(ctx, { id: 'WEB-1' })).description_html).toContain('<strong>two</strong>');
  }));

test('what a text became is renewed in rounds, as many as there is time for', () =>
  withComments(60, '*old*', async () => {
    await renewRendered();
    await owner.query(`update comment set body_renderer = 0 where body = '*old*'`);
    const { rows } = await owner.query(`select count(*)::int as n from comment where body = '*old*'`);
    const all: number = rows[0].n;
    let rounds = 1;
    expect(await renewRendered(() => rounds-- > 0)).toBe(25);
    expect(await renewBeside(0)).toBe(0);
    expect(await renewBeside()).toBe(all - 25);
  }));
