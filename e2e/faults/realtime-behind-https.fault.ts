import { chromium, request } from '@playwright/test';
import { TlsProxy } from '../../lib/test/tls-proxy';
import { nextFreePort } from '../../scripts/common/ports.mjs';
import { findChromium } from '../../scripts/suite/chromium.mjs';
import { emailOf, PASSWORD } from '../support/accounts';
import { joined } from '../support/live';
import { fillLogin } from '../support/sign-in';
import type { Fault, Trial } from './support/fault';
import { Installation } from './support/installation';

const LATEST_MS = 5_000;

async function run(trial: Trial): Promise<void> {
  const port = await nextFreePort(trial.firstPort + 40);
  const realtime = await nextFreePort(trial.firstPort + 60);
  const url = `https://localhost:${port}`;
  const env = { APP_URL: url, REALTIME_PORT: String(realtime), TRUST_PROXY: '1', ROOT_DOMAIN: 'localhost' };
  const installation = await Installation.start(trial, { command: 'start', env });
  const proxy = await TlsProxy.start({ application: Number(new URL(installation.url).port), realtime }, port);
  trial.atEnd(() => proxy.end());
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined });
  trial.atEnd(() => browser.close());
  const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (line) => {
    if (/Content Security Policy|Mixed Content/i.test(line.text())) refused.push(line.text());
  });
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).origin + new URL(socket.url()).pathname));

  await page.goto('/acme/login');
  await fillLogin(page, emailOf('user', 'acme'));
  await page.waitForURL('**/acme/dashboard');
  const program = await request.newContext({ baseURL: url, ignoreHTTPSErrors: true });
  trial.atEnd(() => program.dispose());
  const { data } = await (
    await program.post('/api/signinwithorgs', {
      data: { email: emailOf('leader', 'acme'), password: PASSWORD, sub_domain: 'acme' },
    })
  ).json();
  const headers = { Authorization: data.token };
  const { docs } = await (await program.get('/api/projectList', { headers })).json();
  const project = docs.find(({ key }: { key: string }) => key === 'WEB');
  const live = joined(page, `private-project-${project._id}`);
  await page.goto('/acme/task?view=board&project=WEB');
  await Promise.race([live, page.waitForTimeout(LATEST_MS * 3)]);

  const title = `Seen through the proxy ${Date.now()}`;
  const made = await program.post('/api/Task', { headers, data: { project_id: project._id, title } });
  trial.check('a program creates a task through the proxy', made.status() === 201, made.status());
  const since = performance.now();
  const card = page.getByText(title);
  const shown = await card.waitFor({ timeout: LATEST_MS }).then(
    () => true,
    () => false,
  );
  trial.figure('milliseconds until the open board showed it', Math.round(performance.now() - since));
  trial.check('an open board shows it without being reloaded', shown);
  const wanted = `wss://localhost:${port}/realtime/app/`;
  trial.check(
    'the connection is made with TLS at the page’s own host and port',
    sockets.length > 0 && sockets.every((one) => one.startsWith(wanted)),
    sockets,
  );
  trial.check('the page’s own policy refuses none of it', refused.length === 0, refused);
}

export const fault: Fault = {
  promise: 'Behind a proxy that ends TLS, browsers get live updates from our own realtime server.',
  run,
};
