import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { CLIENT, LEADER } from '@/components/test/gallery/people';
import { Refusal, server } from '@/components/test/server';
import { show } from '@/components/test/show';
import type { SignOffDetail } from '@/lib/sign-off/schema';
import { SignOffPart } from './sign-off-part';

const HASH = 'a'.repeat(64);
const PICTURE = 'f-1';

const FILE = { _id: PICTURE, name: 'poster.png', type: 'image/png', sha256: HASH, version_number: 1 };

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
  button('Add a remark').element().focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('The logo is too small');
  const point = button(/^Remark 1, 50 % from the left/);
  point.element().focus();
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}');
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
  await show(
    <SignOffPart
      subject={{ task_id: 't-1' }}
      newest={null}
      mayAsk
      share={async () => {
        shared = true;
      }}
      onChanged={() => undefined}
    />,
  );
  await button('Ask for approval').click();
  const client = page.getByRole('checkbox', { name: CLIENT.name });
  await expect.element(client).toBeDisabled();
  await expectAccessible();
  await button('Make it visible to clients').click();
  await expect.element(client).toBeEnabled();
  await client.click();
  await page.getByRole('textbox', { name: /^Note/ }).fill('Look');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(asked).toEqual({ task_id: 't-1', to: [CLIENT._id], note: 'Look' });
});
