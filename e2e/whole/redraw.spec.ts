import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, type Request, type Route, type WebSocketRoute } from '@playwright/test';
import { test } from '../fixtures';
import { chatIn, message, roomOf, say } from '../support/chat';
import { joined } from '../support/live';
import { nameOf } from '../support/organisation';

/** A page that is drawn anew is fetched while somebody types in it. What else happens to the server is no reason to leave. */

type Answer = (route: Route, breaking: URL) => Promise<void>;
const refused: Answer = (route) => route.abort('connectionrefused');
/** What stands before the application answers. */
const answeredByGateway: Answer = (route) => route.fulfill({ status: 502, body: 'Bad gateway' });
const breaksOff: Answer = (route, breaking) => {
  const { pathname, search } = new URL(route.request().url());
  return route.continue({ url: new URL(pathname + search, breaking).href });
};

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

/** `cut` ends the connections of live updates, which come back, and has drawings of pages answered badly until `mend`. */
async function badly(page: Page, baseURL = '') {
  let answer: Answer;
  const breaking = await breakingServer(baseURL);
  const sockets: WebSocketRoute[] = [];
  let well = true;
  let asked = () => {};
  await page.routeWebSocket(/\/app\//, (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  await page.route(/\/j-[0-9a-f]+\//, (route) =>
    well || !isDrawing(route.request())
      ? route.fallback()
      : answer(route, breaking.url).then(
          () => asked(),
          () => undefined,
        ),
  );
  return {
    cut: async (how: Answer) => {
      answer = how;
      well = false;
      const tried = new Promise<void>((resolve) => {
        asked = resolve;
      });
      for (const socket of sockets.splice(0)) await socket.close({ code: 4200, reason: 'Again' });
      await tried;
    },
    mend: () => {
      well = true;
    },
    end: breaking.end,
  };
}

test('what is being written stays when the page that is drawn anew does not come or breaks off; it is drawn once it can be', async ({
  org,
  console,
  baseURL,
}) => {
  console.expectError(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|502|WebSocket/);
  const leader = await org.program('leader');
  const project = await leader.newProject('Drawn anew', [nameOf('user')]);
  const task = await leader.newTask(project._id, 'Talked about');
  const page = await org.as('leader');
  const tasks = await badly(page, baseURL);
  const live = joined(page, `private-project-${project._id}`);
  await page.goto(org.url(`taskpage?task=${task.key}`));
  await live;
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill('Half a thought');
  const field = await comment.elementHandle();
  const stays = async (text: string) =>
    expect(await field?.evaluate((one) => one.isConnected && (one as HTMLTextAreaElement).value)).toBe(text);
  const { data: workflow } = await leader.ask('GET', `workflow?project_id=${project._id}`);
  let text = 'Half a thought';
  for (const [version, answer] of [refused, answeredByGateway, breaksOff].entries()) {
    await tasks.cut(answer);
    const name = `To do ${version}`;
    const columns = (workflow.columns as object[]).map((one, at) => (at ? one : { ...one, name }));
    await leader.ask('PUT', 'workflow', { project_id: project._id, version, columns });
    await page.keyboard.type(', more');
    text += ', more';
    tasks.mend();
    await expect(page.getByRole('main')).toContainText(name);
    await stays(text);
  }
  tasks.end();

  const room = await roomOf(leader, project);
  await say(leader, room, 'Before it');
  const users = await org.as('user');
  const chat = await badly(users, baseURL);
  const told = joined(users, 'private-org-');
  await users.goto(org.url(`chat?room=${room}`));
  await told;
  await expect(message(chatIn(users), 'Before it')).toBeVisible();
  const writing = chatIn(users).getByRole('textbox', { name: 'Message to the team' });
  await writing.fill('Half a thought');
  const typed = await writing.elementHandle();
  await chat.cut(breaksOff);
  await users.keyboard.type(', and the rest');
  const drawn = users.waitForEvent('requestfinished', (one) => isDrawing(one) && one.method() === 'GET');
  chat.mend();
  await drawn;
  await say(leader, room, 'After it');
  await expect(message(chatIn(users), 'After it')).toBeVisible();
  const whole = await typed?.evaluate((one) => one.isConnected && (one as HTMLTextAreaElement).value);
  expect(whole).toBe('Half a thought, and the rest');
  chat.end();
});
