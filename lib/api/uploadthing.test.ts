import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resumableRoute } from '@/lib/api/resumable';
import { uploadthingRoute } from '@/lib/api/uploadthing';
import { env } from '@/lib/env';
import { openChatSession } from '@/lib/test/chat-session';
import { removeFiles } from '@/lib/test/file-calls';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { openBearer } from '@/lib/test/session';
import { type Callback, sendCallback, startUploadThing, type UploadThingService } from '@/lib/test/uploadthing-service';
import { bearer, call } from '@/lib/test/wire';
import { newId } from '@/lib/validation';

/** Uploads that go from the browser to the service, whose callback makes the file. */

const WEB = fixtureId('acme.WEB');
const owner = ownerClient();
let service: UploadThingService;
let application: http.Server;
let failures: unknown[] = [];

beforeAll(async () => {
  await removeFiles(owner);
  service = await startUploadThing();
  application = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await uploadthingRoute(
      new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method,
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks),
      }),
    );
    const text = await answer.text();
    if (!answer.ok) failures.push([answer.status, text]);
    response.writeHead(answer.status).end(text);
  });
  await new Promise<void>((resolve) => application.listen(0, 'localhost', resolve));
  const { port } = application.address() as AddressInfo;
  Object.assign(process.env, service.environment, {
    UPLOADTHING_TOKEN: service.token,
    APP_URL: `http://localhost:${port}`,
    APP_MODE: 'demo',
    RATE_LIMIT_FACTOR: '1000',
  });
});
afterAll(async () => {
  application.closeAllConnections();
  await new Promise((resolve) => application.close(resolve));
  await service.close();
});

type Wanted = { seat?: string; token?: string; input?: object; size?: number; name?: string };
async function ask({
  seat = 'acme.user',
  token,
  input = { project_id: WEB },
  size = 5,
  name = 'plan.txt',
}: Wanted = {}) {
  const answer = await uploadthingRoute(
    new Request(`${env.appUrl}/api/uploadthing?actionType=upload&slug=file`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token ?? (await bearer(seat))}`,
        'Content-Type': 'application/json',
        'x-uploadthing-package': '@uploadthing/react',
        'x-uploadthing-version': '7.7.4',
      },
      body: JSON.stringify({ files: [{ name, size, type: 'text/html', lastModified: 1 }], input }),
    }),
  );
  return { status: answer.status, body: await answer.json() };
}
async function put(url: string, bytes: string, name = 'plan.txt', from = 0) {
  const body = new FormData();
  body.set('file', new File([bytes], name, { type: 'text/html' }));
  const answer = await fetch(url, { method: 'PUT', body, headers: { Range: `bytes=${from}-` } });
  return { status: answer.status, body: await answer.json() };
}
const fileCount = async () => (await owner.query('select count(*)::int as n from file')).rows[0].n;

describe('an upload by the service', () => {
  test('becomes a file whose type, size and sum are those of its bytes', async () => {
    const { status, body } = await ask();
    expect([status, body]).toEqual([
      200,
      [
        expect.objectContaining({
          name: 'plan.txt',
          customId: expect.stringMatching(/^[0-9a-f-]{36}\.[0-9a-f-]{36}$/),
        }),
      ],
    ]);
    const done = await put(body[0].url, 'hello');
    expect(done.body.serverData.file).toMatchObject({ name: 'plan.txt', size: 5, type: 'text/plain', project_id: WEB });
    const { _id } = done.body.serverData.file;
    const content = await call('GET', `fileContent/${_id}`, { token: await bearer('acme.user') });
    expect(content.body.data).toBe('hello');
  });

  test('F09 that is cut goes on from where it came to', async () => {
    const text = 'cut '.repeat(250_000);
    const { body } = await ask({ name: 'cut.txt', size: text.length });
    service.cutAfter(300_000);
    await expect(put(body[0].url, text)).rejects.toThrow();
    service.cutAfter(Number.POSITIVE_INFINITY);
    const arrived = async () => Number((await fetch(body[0].url, { method: 'HEAD' })).headers.get('x-ut-range-start'));
    await expect.poll(arrived).toBeGreaterThan(0);
    const from = await arrived();
    const { file } = (await put(body[0].url, text.slice(from), 'cut.txt', from)).body.serverData;
    const content = await call('GET', `fileContent/${file._id}`, { token: await bearer('acme.user') });
    expect(content.body.data).toBe(text);
  });

  test('F10 F09 P12 whose callback comes again is one file, with its bytes', async () => {
    const { body } = await ask({ name: 'twice.txt' });
    const { file } = (await put(body[0].url, 'twice')).body.serverData;
    const before = await fileCount();
    const again = service.callbacks.at(-1) as Callback;
    for (let time = 0; time < 3; time++) expect((await sendCallback(again)).status).toBe(200);
    await expect.poll(fileCount).toBe(before);
    const content = await call('GET', `fileContent/${file._id}`, { token: await bearer('acme.user') });
    expect(content.body.data).toBe('twice');
  });

  test('F10 P12 whose callback is not the service’s makes nothing', async () => {
    const { body } = await ask({ name: 'forged.txt', size: 6 });
    expect((await put(body[0].url, 'forged')).body.serverData).toHaveProperty('file');
    const before = await fileCount();
    const { url, payload, signature } = service.callbacks.at(-1) as Callback;
    const other = payload.replace('"grant":"', '"grant":"x');
    const forged = createHmac('sha256', 'another key').update(payload).digest('hex');
    for (const callback of [
      { url, payload, signature: '' },
      { url, payload, signature: `hmac-sha256=${forged}` },
      { url, payload: other, signature },
    ])
      expect((await sendCallback(callback)).status).toBe(400);
    // Signed by the service, but with another's words about whose it is.
    const KEY = JSON.parse(Buffer.from(service.token, 'base64').toString()).apiKey as string;
    const signed = `hmac-sha256=${createHmac('sha256', KEY).update(other).digest('hex')}`;
    await sendCallback({ url, payload: other, signature: signed });
    expect(await fileCount()).toBe(before);
  });

  test('F10 is signed only for whoever may put a file there, and as large as it may be', async () => {
    failures = [];
    expect((await ask({ seat: 'acme.observer' })).status).toBe(403);
    expect((await ask({ seat: 'globex.admin' })).status).toBe(404);
    expect((await ask({ input: { project_id: 'x' } })).status).toBe(400);
    process.env.FILE_QUOTA_GB = '0.000001';
    expect((await ask({ size: 5_000_000 })).body).toMatchObject({ message: expect.stringContaining('room for') });
    delete process.env.FILE_QUOTA_GB;
    expect((await ask({ size: 3 * 2 ** 30 })).status).toBeGreaterThanOrEqual(400);
  });

  test('of somebody who lost the right on the way is refused, and leaves nothing', async () => {
    const { body } = await ask({ name: 'late.txt', size: 8 });
    const before = [await fileCount(), service.stored.size];
    await owner.query(`update member set role = 'observer' where id = $1`, [fixtureId('acme.user')]);
    const { serverData } = (await put(body[0].url, 'too late')).body;
    await owner.query(`update member set role = 'user' where id = $1`, [fixtureId('acme.user')]);
    expect(serverData).toMatchObject({ refused: { code: 'forbidden' } });
    await expect.poll(async () => [await fileCount(), service.stored.size]).toEqual(before);
  });

  test('by a session of the chat is a draft for a message, which that session reads, and nothing else', async () => {
    const chat = await openChatSession(await openBearer(fixtureId('acme.user')));
    const token = chat.replace('Bearer ', '');
    const { file } = (await put((await ask({ token })).body[0].url, 'hello')).body.serverData;
    const content = await call('GET', `chatFileContent/${file._id}`, { token: chat });
    expect([content.body.data, file.content_url]).toEqual(['hello', `/api/chatFileContent/${file._id}`]);
    const drafts = await owner.query('select draft_at is not null as draft from file where id = $1', [file._id]);
    expect(drafts.rows).toEqual([{ draft: true }]);
    const elsewhere = await ask({ token, input: { folder_id: newId() } });
    expect((await put(elsewhere.body[0].url, 'hello')).body.serverData).toHaveProperty('refused');
  });

  test('in pieces is the service’s own, and here that is said', async () => {
    const answer = await resumableRoute(
      new Request(`${env.appUrl}/api/upload/resumable`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${await bearer('acme.user')}`,
          host: new URL(env.appUrl).host,
          'Tus-Resumable': '1.0.0',
          'Upload-Length': '3',
        },
      }),
    );
    expect([answer.status, (await answer.json()).message]).toEqual([
      410,
      expect.stringContaining('POST /api/uploadthing'),
    ]);
  });

  test('is not offered where the service is not configured', async () => {
    delete process.env.UPLOADTHING_TOKEN;
    expect((await ask()).status).toBe(404);
    process.env.UPLOADTHING_TOKEN = service.token;
  });
});
