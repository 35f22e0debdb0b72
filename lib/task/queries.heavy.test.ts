import { describe, expect, test, vi } from 'vitest';
import { addComment, editComment } from '@/lib/comment/commands';
import { listComments } from '@/lib/comment/queries';
import { AddComment, EditComment, ListComments } from '@/lib/comment/schema';
import { renewBeside, renewRendered } from '@/lib/markdown/rendering';
import { createProject, editProject } from '@/lib/project/commands';
import { CreateProject, EditProject } from '@/lib/project/schema';
import { getCard, getTask } from '@/lib/task/queries';
import { asMember } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { create, edit, list, person, task, WEB } from '@/lib/test/task-calls';
import { asLeader } from '@/lib/test/test-as';

/** What one person writes costs the others no more than a page of text. */

const owner = ownerClient();

const CELLS = `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${`${'|a'.repeat(100)}|\n`.repeat(98)}`.slice(0, 20_000);
const PROSE = 'The quick brown fox jumps over the lazy dog. '.repeat(444);

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
  asLeader('a text that becomes too much is refused where it is written', async (ctx) => {
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
  });

  test('an answer ends before it becomes long, and the older comments come page by page, each once', () =>
    withComments(60, PROSE, async () => {
      await asMember('acme.client', async (ctx) => {
        const first = await getTask(ctx, { id: 'WEB-1' });
        const ids = first.comments.map(({ _id }) => _id);
        let cursor = first.comments_cursor;
        while (cursor) {
          const page = await listComments(ctx, ListComments.parse({ task_id: 'WEB-1', cursor }));
          expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(600_000);
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

  test('a card among many names three people, the reader first; one that is read alone names everybody', () =>
    asMember('acme.user2', async (ctx) => {
      const { _id: id } = await create(ctx, { assignee_ids: ['admin', 'leader', 'user', 'user2'].map(person) });
      const listed = (await list(ctx, { project_id: WEB })).docs.find(({ _id }) => _id === id);
      expect([listed?.assignees.length, listed?.assignees[0]?._id]).toEqual([3, person('user2')]);
      expect(listed?.more_assignees).toBe(1);
      const whole = await getCard(ctx, { id });
      expect([whole.assignees.length, whole.more_assignees]).toEqual([4, undefined]);
    }));
});

asLeader('what a text became follows the text, also where a statement forgets it', async (ctx) => {
  const { description_html } = await edit(ctx, task('WEB-1'), { description: '**one**' });
  expect(description_html).toContain('<strong>one</strong>');
  expect(await renderingsOf(() => getTask(ctx, { id: 'WEB-1' }))).toBe(0);
  await ctx.db.task.updateMany({ where: { id: task('WEB-1') }, data: { description: '**two**' } });
  expect((await getTask(ctx, { id: 'WEB-1' })).description_html).toContain('<strong>two</strong>');
});

test('what a text became is renewed in rounds, as many as there is time for', () =>
  withComments(60, '*old*', async () => {
    await renewRendered();
    await owner.query(`update comment set body_renderer = 0 where body = '*old*'`);
    let rounds = 1;
    expect(await renewRendered(() => rounds-- > 0)).toBe(25);
    expect(await renewBeside(0)).toBe(0);
    expect(await renewBeside()).toBe(35);
  }));
