import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RequestsView } from '@/components/client-request/requests-view';
import { PageTitle } from '@/components/page/page-title';
import { MembersPanel } from '@/components/project/members-panel';
import { ViewAsDialog } from '@/components/project/view-as-dialog';
import { showFrame } from '@/components/test/frame';
import { PROJECT, PROJECT_MEMBERS } from '@/components/test/gallery/project';
import { CLIENT, fileRecord, LEADER, PEOPLE, requestRecord, taskDetail } from '@/components/test/gallery/records';
import {
  expectAccessible,
  finish,
  list,
  live,
  message,
  pickFrom,
  pressOn,
  Refusal,
  server,
} from '@/components/test/part';
import { type ShowOptions, show } from '@/components/test/show';
import type { RequestRecord } from '@/lib/client-request/schema';
import type { SignOffDetail } from '@/lib/sign-off/schema';
import { SignOffPart } from './sign-off-part';

const HASH = 'a'.repeat(64);
const PICTURE = 'f-1';

const FILE = { _id: PICTURE, name: 'poster.png', type: 'image/png', sha256: HASH, version_number: 1 };

/** A picture of 400 × 200 pixels. */
const DRAWN = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"/>')}`;

const signOff = (part: Partial<SignOffDetail> = {}): SignOffDetail => ({
  _id: 's-1',
  subject: {
    kind: 'task',
    _id: 't-1',
    title: 'The poster',
    key: 'WEB-1',
    project_id: 'p-web',
    url: '/acme/taskpage?task=WEB-1',
  },
  ...{ state: 'waiting', internal: false, note: 'Are the colours right?', hash: HASH, version_number: null },
  ...{ asked_by: LEADER, created_at: '2026-11-24T09:00:00.000Z', closed_at: null, fallen: null },
  people: [{ _id: CLIENT._id, person: CLIENT, decision: null, reason: '', marks: [], decided_at: null }],
  rights: { decide: true, take_back: false, withdraw: false, ask: false },
  content: {
    title: 'The poster',
    description: 'Blue ground\n\nWhite letters',
    fields: [{ name: 'Print run', kind: 'number', value: 2500 }],
    files: [FILE],
    ...{ due_date: null, tasks: [], hashed: '{}' },
  },
  ...part,
});

const part = (newest: SignOffDetail | null, mayAsk = false) => (
  <SignOffPart
    subject={{ task_id: 't-1' }}
    newest={newest}
    mayAsk={mayAsk}
    share={async () => undefined}
    onChanged={() => undefined}
  />
);
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Opens what waits for the client, and gives what they sent. */
async function review(seen = signOff()) {
  let sent: unknown;
  server.on('GET signOff/{id}', () => seen);
  server.on('POST decideSignOff/{id}', (input) => {
    sent = input;
    return { ...seen, state: input.decision === 'approve' ? 'approved' : 'returned' };
  });
  server.onAny('GET fileContent/{id}', () => new Blob());
  await show(part(seen), { as: 'client' });
  await button(/^Review/).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.element(page.getByText('White letters', { exact: true })).toBeVisible();
  return { sent: () => sent };
}

test('who is asked approves what is shown; the decision carries its hash', async () => {
  const { sent } = await review();
  await expectAccessible();
  await button('Approve').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent()).toEqual({ id: 's-1', decision: 'approve', hash: HASH });
});

test('of a milestone its day and its tasks are shown, each with what it holds, and can be marked', async () => {
  const task = (key: string, description: string) => ({
    ...{
      _id: key,
      key,
      title: `Task ${key}`,
      description,
      fields: [{ name: 'Opens', kind: 'date', value: '2031-03-09' }],
    },
    files: key === 'WEB-1' ? [FILE] : [],
  });
  const { content } = signOff();
  const { sent } = await review(
    signOff({
      subject: { kind: 'milestone', _id: 'm-1', title: 'Launch', key: null, project_id: 'p-web', url: '/acme/x' },
      content: {
        ...{ ...content, title: 'Launch', description: null, fields: [], due_date: '2031-03-01' },
        tasks: [task('WEB-1', 'Blue ground'), task('WEB-2', 'White letters')],
      },
    }),
  );
  const tasks = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem');
  expect(tasks.elements().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/WEB-1.*Task WEB-1.*Blue ground.*Opens.*2031/s),
    expect.stringMatching(/WEB-2.*Task WEB-2.*White letters/s),
  ]);
  await expectAccessible();
  await button('Add a remark').click();
  await userEvent.keyboard('Larger');
  await button('Return').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent()).toMatchObject({ decision: 'return', marks: [{ x: 0.5, y: 0.5, file_id: PICTURE, body: 'Larger' }] });
});

test('it is returned with a reason or remarks on the picture and on a line, by keys alone', async () => {
  const { sent } = await review();
  await button('Return').click();
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/Say why/);
  await pressOn(button('Add a remark'), '{Enter}');
  await userEvent.keyboard('The logo is too small');
  const point = button(/^Remark 1, 50 % from the left/);
  await pressOn(point, '{ArrowRight}{Shift>}{ArrowDown}{/Shift}');
  await page.getByRole('combobox', { name: 'Line of the text' }).selectOptions('3: White letters');
  await button('Remark on it').click();
  await userEvent.keyboard('Make them black');
  await expectAccessible();
  await button('Return').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent()).toEqual({
    ...{ id: 's-1', decision: 'return', hash: HASH },
    marks: [
      { x: 0.51, y: 0.55, file_id: PICTURE, body: 'The logo is too small' },
      { line: 3, body: 'Make them black' },
    ],
  });
});

test('a press on the picture sets a remark there; Delete on its point, or the cross beside its words, takes one away', async () => {
  const { sent } = await review();
  const picture = page.getByRole('img', { name: FILE.name }).element() as HTMLImageElement;
  const words = (number: number) => page.getByRole('textbox', { name: `Remark ${number}` });
  // No file is behind the address here, and where a place lies is known only once the picture has its size.
  picture.src = DRAWN;
  await picture.decode();
  await userEvent.click(picture, { position: { x: 100, y: 20 } });
  await expect.element(words(1)).toHaveFocus();
  await userEvent.keyboard('Darker');
  await button('Add a remark').click();
  await expect.element(words(2)).toHaveFocus();
  await pressOn(button(/^Remark 2,/), '{Delete}');
  await expect.element(words(2)).not.toBeInTheDocument();
  await button('Add a remark').click();
  await expect.element(words(2)).toHaveFocus();
  await userEvent.keyboard('Wrong');
  await button('Remove remark 2').click();
  await button('Return').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent()).toMatchObject({
    marks: [{ x: expect.closeTo(0.25, 2), y: expect.closeTo(0.1, 2), file_id: PICTURE, body: 'Darker' }],
  });
});

test('who approved takes that back with a reason, and who asked withdraws it', async () => {
  const rights = { decide: false, take_back: true, withdraw: true, ask: false };
  const seen = signOff({ state: 'approved', rights });
  server.on('GET signOff/{id}', () => seen);
  server.on('POST decideSignOff/{id}', () => seen);
  server.on('POST withdrawSignOff/{id}', () => seen);
  await show(part(seen), { as: 'client' });
  const dialog = page.getByRole('dialog');
  await button(/^Open/).click();
  await dialog.getByRole('button', { name: 'Take the approval back' }).click();
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect.element(reason).toHaveAccessibleDescription(/Say why/);
  expect(dialog.getByRole('button', { name: 'Approve', exact: true }).query()).toBeNull();
  await reason.fill('The date is wrong');
  await finish(dialog, 'Take the approval back');
  expect(server.inputs('POST decideSignOff/{id}')).toEqual([
    { id: 's-1', decision: 'return', hash: HASH, reason: 'The date is wrong' },
  ]);
  await button(/^Open/).click();
  await finish(dialog, 'Withdraw');
  expect(server.inputs('POST withdrawSignOff/{id}')).toEqual([{ id: 's-1' }]);
});

test('what changed since it was shown is not approved, and says so where it was pressed', async () => {
  await review();
  const fallen = { at: '2026-11-24T10:00:00.000Z', by: LEADER, because: 'description', was: 'waiting' } as const;
  const rights = { decide: false, take_back: false, withdraw: false, ask: false };
  server.on('POST decideSignOff/{id}', () => {
    server.on('GET signOff/{id}', () => signOff({ state: 'fallen', fallen, rights }));
    throw new Refusal(409, 'conflict', 'This is not what was sent for approval any more.');
  });
  await button('Approve').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This is not what was sent for approval any more.');
  await expect.element(page.getByText('No longer counts')).toBeVisible();
  await expect.element(button('Approve')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a sign-off that cannot be read says so, and is tried again', async () => {
  const seen = signOff();
  server.refuse('GET signOff/{id}', 422, 'invalid', 'Something went wrong.');
  await show(part(seen), { as: 'client' });
  await button(/^Review/).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible();
  server.on('GET signOff/{id}', () => seen);
  server.onAny('GET fileContent/{id}', () => new Blob());
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('White letters', { exact: true })).toBeVisible();
});

test('asking names people; clients who do not see it yet can be let in first', async () => {
  let shared = false;
  let asked: unknown;
  server.on('GET signerList', () => ({
    ...{ visible_to_clients: shared, may_share: !shared },
    people: [
      { ...CLIENT, client: true },
      { ...LEADER, client: false },
    ],
  }));
  server.on('POST signOff', (input) => {
    asked = input;
    return signOff();
  });
  const { showAgain } = await show(
    <SignOffPart
      subject={{ task_id: 't-1' }}
      newest={signOff({ state: 'returned' })}
      mayAsk
      share={async () => {
        shared = true;
      }}
      onChanged={() => undefined}
    />,
  );
  await button('Ask again').click();
  const client = page.getByRole('checkbox', { name: CLIENT.name });
  await expect.element(client).toBeDisabled();
  await expect.element(button('Ask for approval')).toBeDisabled();
  await expectAccessible();
  await button('Make it visible to clients').click();
  await expect.element(client).toBeEnabled();
  // Who was asked before is asked again.
  await expect.element(client).toBeChecked();
  await page.getByRole('textbox', { name: /^Note/ }).fill('Look');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(asked).toEqual({ task_id: 't-1', to: [CLIENT._id], note: 'Look' });
  await showAgain(part(signOff({ rights: { ...signOff().rights, decide: false } }), true));
  await expect.element(button(/^Open/)).toBeVisible();
  expect(button('Ask again').query()).toBeNull();
});

const project = { _id: PROJECT._id, name: PROJECT.name };
const OWN = { edit: true, triage: false, reopen: false };
const DECIDES = { edit: false, triage: true, reopen: false };

async function showRequests(first: RequestRecord[], as: ShowOptions['as'], opened: string | null = null, width = 1360) {
  let all = first;
  server.on('GET requestList', () => list(all));
  const initial = { docs: first, totalDocs: first.length };
  await show(<RequestsView project={project} archived={false} initial={initial} opened={opened} />, { as, width });
  return {
    put: (next: RequestRecord[]) => {
      all = next;
    },
  };
}
const dialog = (name: string) => page.getByRole('dialog', { name });

test('a client asks by keyboard in their own words; a refusal keeps them, and what is sent is listed', async () => {
  const { put } = await showRequests([], 'client', null, 390);
  await expect.element(page.getByRole('heading', { name: 'You have not asked for anything yet' })).toBeVisible();
  await expectAccessible();
  const open = page.getByRole('button', { name: 'New request' });
  await pressOn(open, '{Enter}');
  const form = dialog('New request');
  await expect.element(form.getByRole('textbox', { name: 'What would you like?' })).toHaveFocus();
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect.element(form).toHaveTextContent('Say in a few words what you would like.');
  await userEvent.keyboard('A page for jobs');
  await form.getByRole('textbox', { name: 'More about it' }).fill('Three openings');
  await expectAccessible();
  const made = requestRecord(1, { title: 'A page for jobs', rights: OWN });
  server.on('POST request', () => {
    put([made]);
    return made;
  });
  server.refuseNext('POST request', 409, 'conflict', 'This project is archived: it takes no new requests.');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect.element(form).toHaveTextContent('This project is archived');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect.element(message('Your request was sent to the team.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Waiting for the team' })).toHaveTextContent('A page for jobs');
  expect(server.inputs('POST request').at(-1)).toEqual({
    ...{ project_id: PROJECT._id, title: 'A page for jobs', body: 'Three openings', attachment_ids: [] },
  });
});

test('a request that is changed keeps its files but the one that is taken out', async () => {
  const files = [fileRecord(1, { name: 'Sketch.txt' }), fileRecord(2, { name: 'Words.txt' })];
  const own = requestRecord(1, { rights: OWN, attachments: files });
  await showRequests([own], 'client');
  server.on('PATCH request/{id}', () => own);
  await page.getByRole('button', { name: 'Edit Request 1' }).click();
  const form = dialog('Change the request');
  await form.getByRole('button', { name: 'Remove Words.txt' }).click();
  await form.getByRole('textbox', { name: 'What would you like?' }).fill('Larger');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(message('Request saved')).toBeVisible();
  expect(server.inputs('PATCH request/{id}')).toEqual([
    { id: 'q-1', version: 1, title: 'Larger', body: own.body, attachment_ids: ['f-1'] },
  ]);
});

test('a client withdraws a request and takes that back, and reads why another was declined', async () => {
  const own = requestRecord(1, { rights: OWN });
  const declined = requestRecord(2, {
    ...{ state: 'declined', state_label: 'Declined', reason: 'Not this year', decided_by: PEOPLE.leader },
    decided_at: '2026-11-21T09:00:00.000Z',
  });
  const { put } = await showRequests([own, declined], 'client');
  await expect.element(page.getByRole('region', { name: 'Answered' })).toHaveTextContent('Not this year');
  const gone = requestRecord(1, { state: 'withdrawn', state_label: 'Withdrawn', rights: { ...OWN, reopen: true } });
  server.on('DELETE request/{id}', () => {
    put([gone, declined]);
    return gone;
  });
  server.on('POST reopenRequest/{id}', () => {
    put([own, declined]);
    return own;
  });
  await page.getByRole('button', { name: 'Withdraw Request 1' }).click();
  await expect.element(message('Your request was withdrawn.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Answered' })).toHaveTextContent('Withdrawn');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('region', { name: 'Waiting for the team' })).toHaveTextContent('Request 1');
});

test('who decides makes a task of a request, or says why not; what others decide is followed', async () => {
  const [one, two] = [requestRecord(1, { rights: DECIDES }), requestRecord(2, { rights: DECIDES })];
  const { put } = await showRequests([one, two], 'leader', 'q-2');
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Request 2' })).toHaveAttribute('aria-current');
  await expectAccessible();
  server.onAny('GET assigneeList', () => list([]));
  await page.getByRole('button', { name: 'Accept Request 1' }).click();
  const accept = dialog('Accept the request');
  await expect.element(accept.getByRole('textbox', { name: 'Title' })).toHaveValue('Request 1');
  await pickFrom(accept.getByRole('button', { name: 'Priority' }), 'High');
  await expectAccessible();
  const key = { _id: 't-9', key: 'WEB-9', title: 'Request 1' };
  const planned = requestRecord(1, { state: 'planned', state_label: 'Planned', task: key });
  server.on('POST triageRequest/{id}', ({ accept }) => {
    put(accept ? [two, planned] : [planned]);
    return accept ? taskDetail(9) : requestRecord(2);
  });
  await accept.getByRole('button', { name: 'Create task' }).click();
  await expect.element(message('WEB-9 was created of the request.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'WEB-9 Request 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Decline Request 2' }).click();
  const decline = dialog('Decline the request');
  await decline.getByRole('button', { name: 'Decline' }).click();
  await expect.element(decline).toHaveTextContent('Say why, in a sentence.');
  await expectAccessible();
  await decline.getByRole('textbox', { name: 'Reason' }).fill('Not this year');
  await decline.getByRole('button', { name: 'Decline' }).click();
  await expect.element(message('Request declined')).toBeVisible();
  server.on('POST reopenRequest/{id}', () => {
    put([two, planned]);
    return two;
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Decline Request 2' })).toBeVisible();
  expect(server.inputs('POST triageRequest/{id}')).toMatchObject([
    { id: 'q-1', version: 1, accept: true, title: 'Request 1', priority: 'high' },
    { id: 'q-2', version: 1, accept: false, reason: 'Not this year' },
  ]);
  put([requestRecord(3, { rights: DECIDES })]);
  live.say(`private-project-${PROJECT._id}`, 'request.changed', { id: 'q-3', project_id: PROJECT._id });
  await expect.element(page.getByRole('heading', { name: 'Request 3' })).toBeVisible();
  // The task that a request became goes on.
  put([requestRecord(3, { state: 'in_progress', state_label: 'In progress', task: key })]);
  live.say(`private-project-${PROJECT._id}`, 'task.changed', { id: key._id, version: 2 });
  await expect.element(page.getByText('In progress')).toBeVisible();
});

test('a request that was declined may still be accepted, and is not declined again', async () => {
  const declined = { state: 'declined', state_label: 'Declined', reason: 'Not this year', rights: DECIDES } as const;
  await showRequests([requestRecord(2, declined)], 'leader');
  await expect.element(page.getByRole('button', { name: 'Accept Request 2' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Decline/ }).elements()).toEqual([]);
});

test.each([
  [{ archived: true }, 'This project is archived: it takes no new requests.'],
  [{ archived: false, taken: false }, /^This organisation takes no requests here\./],
])('a client asks for nothing where nothing is taken, and reads why: %j', async (closed, words) => {
  server.on('GET requestList', () => list([]));
  await show(<RequestsView project={project} {...closed} initial={{ docs: [], totalDocs: 0 }} opened={null} />, {
    as: 'client',
  });
  await expect.element(page.getByText(words)).toBeVisible();
  expect(page.getByRole('button', { name: 'New request' }).elements()).toEqual([]);
});

test.each([390, 1360])('at %i px every page of a view says whose it is, and how to end it', async (width) => {
  const view = { ends_at: new Date(Date.now() + 1_800_000).toISOString() };
  await showFrame(<PageTitle>Tasks</PageTitle>, { as: 'client', width, shell: { view } });
  const banner = page.getByRole('region', { name: 'Viewing as a client' });
  await expect.element(banner).toHaveTextContent('You view as Priya Raman. Nothing can be changed.');
  await expect.poll(() => document.title).toBe('Viewing as Priya Raman: Tasks · Acme Studio');
  // What is the client's own business has no button.
  for (const name of [/Notifications/, 'Chat', 'Logout', /profile/i])
    expect(page.getByRole('button', { name }).query(), String(name)).toBeNull();
  await expectAccessible();
  server.refuse('DELETE viewAs', 503, 'unavailable', 'The database is busy.');
  await banner.getByRole('button', { name: 'End view' }).click();
  await expect.element(message('You still view as the client. The database is busy.')).toBeVisible();
});

test('who leads a project looks as its clients from its people; a refusal says why', async () => {
  server.on('GET projectMembers', () => list(PROJECT_MEMBERS));
  await show(<MembersPanel projectId={PROJECT._id} mayChange initial={PROJECT_MEMBERS} />);
  server.refuse('POST viewAs', 403, 'forbidden', 'Only who leads a project of this client can look as them.');
  await page.getByRole('button', { name: 'View as Priya Raman' }).click();
  await expect.element(message('Only who leads a project of this client can look as them.')).toBeVisible();
  expect(page.getByRole('button', { name: /^View as/ }).elements()).toHaveLength(1);
  await expectAccessible();
});

const chooser = <ViewAsDialog project={PROJECT} onClose={() => undefined} />;

test('of a project one of its clients is chosen; what cannot be read is tried again', async () => {
  server.refuse('GET projectMembers', 422, 'invalid', 'Something went wrong.');
  await show(chooser);
  await expect.element(page.getByRole('alert')).toHaveTextContent('The clients could not be loaded');
  await expectAccessible();
  server.on('GET projectMembers', () => list(PROJECT_MEMBERS));
  await page.getByRole('button', { name: 'Retry' }).click();
  const clients = page.getByRole('list', { name: 'Clients' });
  await expect.element(clients.getByRole('listitem')).toHaveTextContent('Priya Raman');
  await expectAccessible();
});

test('who may not look as clients is not offered it', async () => {
  await show(<MembersPanel projectId={PROJECT._id} mayChange={false} initial={PROJECT_MEMBERS} />, { as: 'user' });
  expect(page.getByRole('button', { name: /^View as/ }).query()).toBeNull();
});
