import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, type Request, type Route, type WebSocketRoute } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { chatIn, message, roomOf, say } from '../support/chat';
import { joined } from '../support/live';

/** A page that is drawn anew is fetched while somebody types in it. What else happens to the server is no reason to leave. */

type Answer = (route: Route, breaking: URL) => Promise<void>;
const BADLY: [how: string, answer: Answer][] = [
  ['is refused', (route) => route.abort('connectionrefused')],
  ['is answered by what stands before the application', (route) => route.fulfill({ status: 502, body: 'Bad gateway' })],
  [
    'breaks off',
    (route, breaking) => {
      const { pathname, search } = new URL(route.request().url());
      return route.continue({ url: new URL(pathname + search, breaking).href });
    },
  ],
];

const isDrawing = (request: Request) => request.headers().rsc === '1';

/** A server of the same pages whose connections end in the middle of each answer. */
async function breakingServer(baseURL: string) {
  const server = http.createServer(async (ask, answer) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(ask.headers))
      if (!/^(?:host|connection|accept-encoding)$/.test(name)) headers.set(name, String(value));
    const whole = await fetch(new URL(ask.url ?? '', baseURL), { method: ask.method, headers });
    const body = Buffer.from(await whole.arrayBuffer());
    answer.writeHead(whole.status, { 'content-type': whole.headers.get('content-type') ?? '' });
    answer.write(body.subarray(0, Math.floor(body.length * 0.9)), () => answer.socket?.end());
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return { url: new URL(`http://localhost:${(server.address() as AddressInfo).port}`), end: () => server.close() };
}

/** Drawings of pages are answered by `answer` until `mend` is called; `cut` ends the connections of live updates, which come back. */
async function badly(page: Page, answer: Answer, baseURL = '') {
  const breaking = await breakingServer(baseURL);
  const sockets: WebSocketRoute[] = [];
  let well = true;
  let asked = () => {};
  await page.routeWebSocket(/\/app\//, (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  await page.route(/\/(?:acme|embed)\//, (route) =>
    well || !isDrawing(route.request())
      ? route.fallback()
      : answer(route, breaking.url).then(
          () => asked(),
          () => undefined,
        ),
  );
  return {
    cut: async () => {
      well = false;
      const tried = new Promise<void>((resolve) => {
        asked = resolve;
      });
      for (const socket of sockets.splice(0)) await socket.close({ code: 4200, reason: 'Again' });
      await tried;
    },
    mend: () => {
      well = true;
      breaking.end();
    },
  };
}

for (const [how, answer] of BADLY)
  test(`a comment being written stays when the page that is drawn anew after a gap ${how}, and it is drawn once it can be`, async ({
    as,
    program,
    console,
    baseURL,
  }) => {
    console.expectError(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|502|WebSocket/);
    const leader = await program('leader');
    const project = await leader.newProject('Drawn anew');
    const task = await leader.newTask(project._id, 'Talked about');
    const page = await as('leader', 'acme', {});
    const { cut, mend } = await badly(page, answer, baseURL);
    const live = joined(page, `private-project-${project._id}`);
    await page.goto(`/acme/taskpage?task=${task.key}`);
    await live;
    const field = page.getByRole('textbox', { name: 'Comment' });
    await field.fill('Half a thought');
    const typed = await field.elementHandle();
    await cut();
    const { data: workflow } = await leader.ask('GET', `workflow?project_id=${project._id}`);
    const columns = (workflow.columns as object[]).map((one, at) => (at ? one : { ...one, name: 'To do' }));
    await leader.ask('PUT', 'workflow', { project_id: project._id, version: 0, columns });
    await page.keyboard.type(', and the rest');
    mend();
    await expect(page.getByRole('main')).toContainText('To do');
    expect(await typed?.evaluate((one) => one.isConnected && (one as HTMLTextAreaElement).value)).toBe(
      'Half a thought, and the rest',
    );
  });

for (const [how, answer] of BADLY)
  test(`a message being written stays when the page around the chat ${how}`, async ({
    as,
    program,
    console,
    baseURL,
  }) => {
    console.expectError(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|502|WebSocket/);
    const leader = await program('leader');
    const project = await leader.newProject('Drawn around', [NAMES.user]);
    const room = await roomOf(leader, project);
    await say(leader, room, 'Before it');
    const page = await as('user', 'acme', {});
    const { cut, mend } = await badly(page, answer, baseURL);
    const live = joined(page, 'private-org-');
    await page.goto(`/acme/chat?room=${room}`);
    await live;
    await expect(message(chatIn(page), 'Before it')).toBeVisible();
    const field = chatIn(page).getByRole('textbox', { name: 'Message to Drawn around' });
    await field.fill('Half a thought');
    const typed = await field.elementHandle();
    await cut();
    await page.keyboard.type(', and the rest');
    const drawn = page.waitForEvent('requestfinished', (one) => isDrawing(one) && one.method() === 'GET');
    mend();
    await drawn;
    await say(leader, room, 'After it');
    await expect(message(chatIn(page), 'After it')).toBeVisible();
    expect(await typed?.evaluate((one) => one.isConnected && (one as HTMLTextAreaElement).value)).toBe(
      'Half a thought, and the rest',
    );
  });
