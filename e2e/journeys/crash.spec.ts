import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { Program, type Task } from '../support/program';
import { ServerCopy } from '../support/server-copy';

const WRITERS = 4;
const ENOUGH = 60;

test('after kill -9 of everything while writing, each acknowledged write is there once, and a retry adds nothing', async ({
  baseURL,
}) => {
  test.setTimeout(240_000);
  const copy = await ServerCopy.start('crash', baseURL ?? '', 4);
  try {
    const leader = await Program.signIn(copy.url, 'leader', 'acme');
    const project = await leader.projectId('WEB');
    const acknowledged = new Map<string, Task>();
    const commented = new Set<string>();
    const unanswered = new Map<string, string>();
    let stopped = false;
    let enough = () => {};
    const reached = new Promise<void>((resolve) => {
      enough = resolve;
    });

    async function write(writer: number) {
      for (let at = 0; !stopped; at++) {
        const title = `Written by ${writer}, number ${at}`;
        const key = randomUUID();
        unanswered.set(title, key);
        const ask = () => leader.call('POST', 'Task', { project_id: project, title }, { 'idempotency-key': key });
        let answer = await ask();
        // A machine that is too busy says so, and whoever wrote comes back.
        while (answer.status === 503 && !stopped) answer = await ask();
        if (answer.status !== 201) throw new Error(`${title}: ${answer.status} ${answer.message}`);
        unanswered.delete(title);
        const task = answer.data as unknown as Task;
        acknowledged.set(title, task);
        const body = `About ${title}`;
        const comment = await leader.call('POST', 'addTaskComment', { task_id: task._id, body });
        if (comment.status === 201) commented.add(title);
        if (acknowledged.size >= ENOUGH) enough();
      }
    }
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      write(writer).catch((error) => {
        if (!stopped) throw error;
      }),
    );
    await Promise.race([reached, Promise.all(writers)]);
    stopped = true;
    await copy.kill();
    await Promise.all(writers);

    await copy.run();
    for (const [title, key] of unanswered) {
      const again = await leader.call('POST', 'Task', { project_id: project, title }, { 'idempotency-key': key });
      expect(again.status, `${title}, asked again`).toBe(201);
    }
    const found: Task[] = [];
    for (let page = 1, more = true; more; page++) {
      const { docs, totalDocs } = await leader.ask(
        'GET',
        `taskList?project_id=${project}&q=Written+by&limit=200&page=${page}`,
      );
      found.push(...(docs as unknown as Task[]));
      more = docs.length > 0 && found.length < totalDocs;
    }
    const titles = found.map(({ title }) => title);
    expect(titles.length).toBe(new Set(titles).size);
    for (const title of [...acknowledged.keys(), ...unanswered.keys()]) expect(titles).toContain(title);
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
    for (const title of commented) {
      const { data } = await leader.ask('GET', `task/${acknowledged.get(title)?._id}`);
      expect((data.comments as { body: string }[]).map(({ body }) => body)).toEqual([`About ${title}`]);
    }
  } finally {
    await copy.stop();
  }
});
