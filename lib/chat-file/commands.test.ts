import { beforeAll, describe, expect, test } from 'vitest';
import { resumableRoute } from '@/lib/api/resumable';
import { freshGroup } from '@/lib/room/endpoints.examples';
import { freshTask } from '@/lib/task/endpoints.examples';
import { owner, room, withChatRooms } from '@/lib/test/chat-rooms';
import { askForChat, openChatSession, showChatToken } from '@/lib/test/chat-session';
import { acme, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { picture } from '@/lib/test/hostile-files';
import { openBearer } from '@/lib/test/session';
import { bearer, call, type WireAnswer } from '@/lib/test/wire';
import { newId } from '@/lib/validation';

/** Files of the chat for whoever has its session alone, as a frame of another host has. */

withChatRooms();
beforeAll(() => {
  process.env.RATE_LIMIT_FACTOR = '1000';
});

type File_ = { _id: string; content_url: string; thumbnail_url: string | null; message_id: string | null };
const fileIn = ({ body }: WireAnswer) => body.data as File_;
const chatOf = async (seat: string) => openChatSession(await openBearer(fixtureId(seat)));
const notes = (text = 'Paper, ink') => new File([text], 'notes.txt', { type: 'text/plain' });

const upload = (token: string, fields: object = { project_id: WEB }, file = notes()) =>
  call('POST', 'chatUpload', { token, body: { ...fields, file } });
const send = (token: string, room_id: string, ...attachment_ids: string[]) =>
  call('POST', 'message', { token, body: { room_id, body: 'Here', client_id: newId(), attachment_ids } });

/** A file of a message, and whom it was sent by. */
async function sentTo(room_id: string, token: string, fields?: object): Promise<File_> {
  const draft = fileIn(await upload(token, fields));
  const { body } = await send(token, room_id, draft._id);
  const [file] = (body.data as { attachments: File_[] }).attachments;
  return file as File_;
}

const WAYS = ['chatFile', 'chatFileContent', 'chatFileThumbnail'];
const answers = (id: string, token: string) =>
  Promise.all(WAYS.map(async (way) => (await call('GET', `${way}/${id}`, { token })).status));
const NONE = [404, 404, 404];
const TEXT = [200, 200, 404];

test('a draft is uploaded, seen by its uploader alone, hangs on the message, and is read by its readers', async () => {
  const [chat, colleague] = [await chatOf('acme.user'), await chatOf('acme.leader')];
  const made = await upload(chat, { project_id: WEB }, new File([new Uint8Array(await picture())], 'door.png'));
  const draft = fileIn(made);
  const [content_url, thumbnail_url] = ['Content', 'Thumbnail'].map((what) => `/api/chatFile${what}/${draft._id}`);
  expect([made.status, draft]).toMatchObject([201, { content_url, thumbnail_url }]);
  expect(await answers(draft._id, chat)).toEqual([200, 200, 200]);
  expect(await answers(draft._id, colleague)).toEqual(NONE);
  const { body } = await send(chat, room(), draft._id);
  const [hung] = (body.data as { attachments: File_[] }).attachments;
  expect(hung).toMatchObject({ _id: draft._id, content_url, thumbnail_url });
  expect(await answers(draft._id, colleague)).toEqual([200, 200, 200]);
  // The same for a session of the browser: a task's page shows the conversation about it.
  expect(await answers(draft._id, await bearer('acme.leader'))).toEqual([200, 200, 200]);
  expect((await call('DELETE', `chatFile/${draft._id}`, { token: chat })).status).toBe(403);
  const other = fileIn(await upload(chat, {}));
  expect((await call('DELETE', `chatFile/${other._id}`, { token: colleague })).status).toBe(404);
  expect((await call('DELETE', `chatFile/${other._id}`, { token: chat })).status).toBe(200);
  expect(await answers(other._id, chat)).toEqual(NONE);
});

test('P09 nothing else of files is there, whatever its person may see', async () => {
  const [session, chat] = [await bearer('acme.user'), await chatOf('acme.user')];
  const task = await freshTask(owner);
  const lying = fileIn(await call('POST', 'upload', { token: session, body: { project_id: WEB, file: notes('a') } }));
  const hung = fileIn(await call('POST', 'upload', { token: session, body: { task_id: task, file: notes('b') } }));
  for (const { _id } of [lying, hung]) {
    expect((await call('GET', `file/${_id}`, { token: session })).status).toBe(200);
    for (const token of [session, chat]) {
      expect(await answers(_id, token)).toEqual(NONE);
      expect((await call('DELETE', `chatFile/${_id}`, { token })).status).toBe(404);
    }
  }
  const mine = await sentTo(room(), chat);
  for (const way of ['file', 'fileContent', 'fileVersions'])
    expect((await call('GET', `${way}/${mine._id}`, { token: chat })).status).toBe(401);
  const places = [{ task_id: task }, { file_id: lying._id }, { folder_id: newId() }, { audience: 'client' }];
  for (const place of places) expect((await upload(chat, place)).status).toBe(422);
  expect((await call('POST', 'upload', { token: chat, body: { file: notes() } })).status).toBe(401);
});

describe('hidden, as its message is', () => {
  test('R01 from clients where the room is the team’s', async () => {
    const [user, client] = [await chatOf('acme.user'), await chatOf('acme.client')];
    const inside = await sentTo(room(), user);
    const shared = await sentTo(room('project_clients WEB'), user);
    expect(await answers(inside._id, client)).toEqual(NONE);
    expect(await answers(shared._id, client)).toEqual(TEXT);
  });

  test('from whoever was taken out of the project or the group, at once', async () => {
    const [user, second] = [await chatOf('acme.user'), await chatOf('acme.user2')];
    const ofProject = await sentTo(room(), user);
    const group = await freshGroup(owner, 'user', 'user2');
    const ofGroup = await sentTo(group, user, {});
    for (const { _id } of [ofProject, ofGroup]) expect(await answers(_id, second)).toEqual(TEXT);
    const { rows } = await owner.query(
      `delete from project_member p where project_id = $1 and member_id = $2 returning to_jsonb(p) as line`,
      [WEB, acme('user2')],
    );
    await owner.query('delete from room_member where room_id = $1 and member_id = $2', [group, acme('user2')]);
    try {
      for (const { _id } of [ofProject, ofGroup]) expect(await answers(_id, second)).toEqual(NONE);
      expect((await upload(second)).status).toBe(404);
    } finally {
      await owner.query('insert into project_member select * from jsonb_populate_record(null::project_member, $1)', [
        rows[0].line,
      ]);
    }
  });

  test('with its message', async () => {
    const chat = await chatOf('acme.user');
    const file = await sentTo(room(), chat);
    await call('DELETE', `message/${file.message_id}`, { token: chat });
    expect(await answers(file._id, chat)).toEqual(NONE);
  });

  test('when the session ends that the chat was opened from', async () => {
    const session = await openBearer(acme('user'));
    const chat = await openChatSession(session);
    const file = await sentTo(room(), chat);
    await call('POST', 'signout', { token: session, body: {} });
    expect(await answers(file._id, chat)).toEqual([401, 401, 401]);
    expect((await upload(chat)).status).toBe(401);
  });
});

test('the frame’s cookie alone shows a picture; a page of another host uploads nothing with it', async () => {
  const { token } = await askForChat(await openBearer(acme('user')));
  const cookie = (await showChatToken(token)).headers.get('set-cookie')?.split(';')[0] as string;
  const file = await sentTo(room(), await chatOf('acme.user'));
  const asked = { headers: { cookie, host: 'localhost:3000' } };
  expect((await call('GET', `chatFileContent/${file._id}`, asked)).body.data).toBe('Paper, ink');
  expect((await call('GET', `fileContent/${file._id}`, asked)).status).toBe(401);
  const from = (origin: string) =>
    call('POST', 'chatUpload', { headers: { ...asked.headers, origin }, body: { file: notes() } });
  expect((await from('https://evil.example')).status).toBe(403);
  expect((await from('http://localhost:3000')).status).toBe(201);
});

test('in pieces too it makes drafts alone, and no other session goes on with them', async () => {
  const session = await openBearer(acme('user'));
  const chat = await openChatSession(session);
  const sendPiece = (token: string, method: string, path: string, headers: object, body?: string) =>
    resumableRoute(
      new Request(`http://localhost:3000${path}`, {
        ...{ method, body, duplex: 'half' },
        headers: {
          Authorization: `Bearer ${token.replace('Bearer ', '')}`,
          ...{ host: 'localhost:3000', 'Tus-Resumable': '1.0.0', ...headers },
        },
      } as RequestInit),
    );
  const begin = (fields: Record<string, string>) => {
    const given = Object.entries({ filename: 'long.txt', ...fields });
    const metadata = given.map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`).join(',');
    return sendPiece(chat, 'POST', '/api/upload/resumable', { 'Upload-Length': '3', 'Upload-Metadata': metadata });
  };
  const piece = (token: string, path: string) =>
    sendPiece(token, 'PATCH', path, { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }, 'abc');
  const begun = await begin({ project_id: WEB });
  const path = begun.headers.get('location') ?? '';
  expect(begun.status).toBe(201);
  expect((await piece(session, path)).status).toBe(404);
  const last = await piece(chat, path);
  const { data } = (await last.json()) as { data: File_ };
  expect([last.status, data.content_url]).toEqual([200, `/api/chatFileContent/${data._id}`]);
  expect(await answers(data._id, chat)).toEqual(TEXT);
  const head = await sendPiece(chat, 'HEAD', path, {});
  expect(head.headers.get('upload-file')).toBe(data._id);

  const elsewhere = await begin({ task_id: await freshTask(owner) });
  const refused = await piece(chat, elsewhere.headers.get('location') ?? '');
  expect(refused.status).toBe(422);
});
