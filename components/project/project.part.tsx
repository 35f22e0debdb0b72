import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MilestonesCard } from '@/components/milestone/milestones-card';
import { openOverlay } from '@/components/overlay/overlay';
import { UpdatesCard } from '@/components/project-update/updates-card';
import { CLIENT, LEADER, OTHER_USER, PEOPLE, USER } from '@/components/test/gallery/people';
import { PROJECT, PROJECT_MEMBERS, projectDetail } from '@/components/test/gallery/project';
import { jobRecord, milestone, pictureFile, servePeople, taskCard } from '@/components/test/gallery/records';
import { dismiss, enter, finish, pressOn } from '@/components/test/keys';
import { backToMarkdown, expectAccessible, list, live, navigation, server } from '@/components/test/part';
import { expectLink, pickFrom, textsOf } from '@/components/test/screen';
import { type ShowOptions, show } from '@/components/test/show';
import type { MilestoneRecord } from '@/lib/milestone/schema';
import type { ProjectMemberRecord } from '@/lib/project/schema';
import type { UpdateRecord } from '@/lib/project-update/schema';
import type { SignOffRecord } from '@/lib/sign-off/schema';
import { wholly } from '@/lib/test/whole';
import { MembersPanel } from './members-panel';
import { ProjectMenuButton } from './project-menu-button';
import { WhileThere } from './while-there';

backToMarkdown();

const CATEGORY = { _id: 'k-1', name: 'Print', colour: 'c3' };

async function showMenu(project = projectDetail(), options: ShowOptions = {}) {
  servePeople();
  server.onAny('GET categorylist', () => list([CATEGORY]));
  server.on('GET projectdetails', () => project);
  const screen = await show(<ProjectMenuButton project={project} />, options);
  const dots = screen.getByRole('button', { name: `Actions for ${PROJECT.name}` });
  return {
    screen,
    dots,
    choose: async (item: string) => {
      await pickFrom(dots, item);
    },
  };
}

const dialog = page.getByRole('dialog');
const message = (words: string | RegExp) => page.getByText(words);

async function beginNew(options: ShowOptions = {}) {
  servePeople();
  server.onAny('GET categorylist', () => list([CATEGORY]));
  const screen = await show(<button type="button">Before</button>, options);
  screen.getByRole('button', { name: 'Before' }).element().focus();
  openOverlay('new-project');
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  return screen;
}

test('a new project is made with its people and leads to its page; what is wrong stands at its field', async () => {
  await beginNew();
  await expectAccessible();
  await expect.element(dialog).toHaveTextContent('You lead the projects you create.');
  await dialog.getByLabelText('Name').fill('Roastery tour');
  await expect.element(dialog.getByRole('button', { name: /: ROA$/ })).toBeVisible();
  await dialog.getByRole('button', { name: /^Type/ }).click();
  await expectAccessible();
  await page.getByRole('menuitemradio', { name: 'Mobile application' }).click();
  for (const [people, person] of [
    ['Members', OTHER_USER],
    ['Clients', CLIENT],
  ] as const) {
    await dialog.getByRole('button', { name: people }).click();
    await page.getByRole('checkbox', { name: person.name }).click();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
  }
  await pickFrom(dialog.getByRole('button', { name: 'Category' }), 'Print');
  server.refuse('POST project', 400, 'invalid', 'Check the fields.', {
    errors: { code: ['This key is taken.'] },
  });
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect.element(dialog).toHaveTextContent('This key is taken.');
  await expectAccessible();
  server.on('POST project', () => projectDetail({ key: 'RT', name: 'Roastery tour' }));
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect.poll(() => navigation.url).toBe('/acme/projectdetails?project=RT');
  await expect.element(message('Roastery tour created')).toBeVisible();
  expect(server.inputs('POST project').at(-1)).toEqual({
    name: 'Roastery tour',
    type: 'mobile_application',
    category_id: CATEGORY._id,
    member_ids: [OTHER_USER._id],
    client_ids: [CLIENT._id],
  });
});

test('what was typed for a new project outlives Escape, is discarded on demand, and the focus returns', async () => {
  const screen = await beginNew();
  await dialog.getByLabelText('Name').fill('Half a name');
  await dismiss(dialog);
  await expect.element(screen.getByRole('button', { name: 'Before' })).toHaveFocus();
  openOverlay('new-project');
  await expect.element(dialog).toHaveTextContent('Draft restored');
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Half a name');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('');
  await expect.element(dialog).not.toHaveTextContent('Draft restored');
  await dialog.getByLabelText('Description').fill('Of the new one');
  await dismiss(dialog);
  openOverlay('new-project');
  await expect.element(dialog.getByLabelText('Description')).toHaveValue('Of the new one');
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('');
});

test('an admin names the leader of a new project', async () => {
  await beginNew({ as: 'admin' });
  await dialog.getByRole('button', { name: 'Team leader' }).click();
  await expect.element(page.getByRole('menuitemradio', { name: 'Me' })).toBeVisible();
  await expect.element(page.getByRole('menuitemradio', { name: USER.name })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toHaveTextContent('You lead the projects you create.');
});

test('only what was changed of a project is sent, and a refusal keeps it in the dialog', async () => {
  const { choose, dots } = await showMenu();
  await dots.click();
  const entry = page.getByRole('menuitem', { name: 'Edit project' });
  await expect.element(entry).toBeVisible();
  await expectAccessible();
  await dismiss(entry);
  await choose('Edit project');
  await dialog.getByLabelText('Name').fill('Website launch');
  await expectAccessible();
  server.refuse('PUT projectEdit', 409, 'conflict', 'Somebody changed this project meanwhile.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).toHaveTextContent('Somebody changed this project meanwhile.');
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Website launch');
  server.on('PUT projectEdit', () => projectDetail({ name: 'Website launch', version: 2 }));
  const held = server.hold('PUT projectEdit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await held.reached;
  await expect.element(dialog).toBeVisible();
  held.release();
  await expect.element(message('Project saved')).toBeVisible();
  await expect.element(dots).toHaveFocus();
  expect(server.inputs('PUT projectEdit').at(-1)).toEqual({
    project_id: PROJECT._id,
    version: 1,
    name: 'Website launch',
  });
  expect(navigation.refreshes).toBe(1);
});

test('a restored draft asks about a field that somebody else changed, keeps the others; Save waits', async () => {
  const before = await showMenu();
  await before.choose('Edit project');
  await dialog.getByLabelText('Name').fill('My name');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('My words');
  await dismiss(dialog);
  before.screen.unmount();
  await showMenu(projectDetail({ name: 'Their name', version: 2 }));
  server.on('PUT projectEdit', () => projectDetail());
  await pickFrom(page.getByRole('button', { name: /^Actions for/ }), 'Edit project');
  const box = dialog.getByRole('alert').filter({ hasText: 'Somebody changed the name' });
  await expect.element(box).toHaveTextContent('Their name');
  await expect.element(box).toHaveTextContent('My name');
  await wholly(() => expectAccessible());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).toHaveTextContent('Choose first what to keep');
  expect(server.inputs('PUT projectEdit')).toEqual([]);
  await box.getByRole('button', { name: 'Take theirs' }).click();
  await finish(dialog, 'Save');
  expect(server.inputs('PUT projectEdit')).toEqual([{ project_id: PROJECT._id, version: 2, description: 'My words' }]);
});

test('the description names tasks by suggestions, is written richly, and Ctrl Enter saves it', async () => {
  const { choose } = await showMenu();
  server.on('GET taskList', () => list([taskCard(7, { title: 'Bake' })]));
  server.on('PUT projectEdit', () => projectDetail());
  await choose('Edit project');
  const field = dialog.getByRole('textbox', { name: 'Description' });
  await field.click();
  await userEvent.keyboard('After #Bake');
  await expect.element(page.getByRole('listbox', { name: 'Tasks' }).getByRole('option')).toHaveTextContent('WEB-7');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('After WEB-7 ');
  await dialog.getByRole('button', { name: 'Rich text' }).click();
  await expect.element(dialog.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await wholly(() => expectAccessible());
  await field.click();
  await userEvent.keyboard('{Control>}{End}{/Control}{Control>}b{/Control}in time{Control>}{Enter}{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('PUT projectEdit')).toMatchObject([
    { description: expect.stringMatching(/^After WEB-7 ?\*\*in time\*\*$/) },
  ]);
  await choose('Edit project');
  await expect.element(dialog.getByRole('toolbar', { name: 'Formatting' })).not.toBeInTheDocument();
  await dialog.getByRole('textbox', { name: 'Description' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Write in Markdown' })).toBeVisible();
});

test('archiving is undone by its message; a project is deleted only by its name, with Undo', async () => {
  const { choose } = await showMenu();
  server.on('PUT changeProjectStatus/{id}', ({ status }) => projectDetail({ status }));
  await choose('Archive');
  await expect.element(message(`${PROJECT.name}: Archived`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => server.inputs('PUT changeProjectStatus/{id}').map(({ status }) => status))
    .toEqual(['archived', 'active']);
  server.refuse('PUT changeProjectStatus/{id}', 403, 'forbidden', 'Only an admin may.');
  await choose('Put on hold');
  await expect.element(message('Only an admin may.')).toBeVisible();

  await choose('Delete project');
  const question = page.getByRole('alertdialog');
  await expectAccessible();
  server.on('DELETE project/{id}', () => PROJECT);
  const remove = question.getByRole('button', { name: 'Delete project' });
  await question.getByRole('textbox').fill('Another');
  await expect.element(remove).toBeDisabled();
  await question.getByRole('textbox').fill(PROJECT.key);
  await remove.click();
  await expect.element(message(`${PROJECT.name} was moved to the bin.`)).toBeVisible();
  server.onAny('POST restoreProject', () => projectDetail());
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => server.calls.at(-1)).toContain('estore');
});

test('a project is duplicated with what is chosen; what comes later is told, and undone it goes to the bin', async () => {
  const { choose } = await showMenu();
  await choose('Duplicate project');
  await expectAccessible();
  await dialog.getByLabelText('Name').fill('Next launch');
  await dialog.getByRole('checkbox', { name: 'Who does what' }).click();
  await dialog.getByRole('checkbox', { name: /^Tasks/ }).click();
  await expect.element(dialog.getByRole('checkbox', { name: 'Who does what' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /^Tasks/ }).click();
  server.refuse('POST duplicateProject/{id}', 409, 'conflict', 'Taken.', { errors: { code: ['This code is taken.'] } });
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect.element(dialog).toHaveTextContent('This code is taken.');
  const job = jobRecord({ kind: 'project.copy', state: 'running', can: { cancel: true } });
  server.on('POST duplicateProject/{id}', () => ({ ...projectDetail({ key: 'NEXT', name: 'Next launch' }), job }));
  server.on('GET job/{id}', () => ({ ...job, state: 'done' }));
  const held = server.hold('GET job/{id}');
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await expect.poll(() => navigation.url).toBe('/acme/projectdetails?project=NEXT');
  await expect.element(message('Next launch created. Its tasks are on their way.')).toBeVisible();
  expect(server.inputs('POST duplicateProject/{id}').at(-1)).toEqual({
    ...{ id: PROJECT._id, name: 'Next launch' },
    take: ['tasks', 'milestones', 'members', 'assignees', 'dates', 'fields', 'rules'],
  });
  server.on('POST cancelJob/{id}', () => job);
  server.on('DELETE project/{id}', () => PROJECT);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => navigation.url).toBe(`/acme/projectdetails?project=${PROJECT.key}`);
  held.release();
  await expect.element(message('All tasks of Next launch are there')).toBeVisible();
});

test('a colour and a picture are chosen with the rest, and saved with it', async () => {
  const { choose } = await showMenu();
  server.onAny('POST projectPicture', () => projectDetail());
  server.on('PUT projectEdit', () => projectDetail());
  await choose('Edit project');
  await dialog.getByRole('button', { name: 'Colour and picture' }).click();
  await expectAccessible();
  await page.getByText('Teal').click();
  await userEvent.keyboard('{Escape}');
  const input = page.getByLabelText('Picture file', { exact: true }).element() as HTMLInputElement;
  await userEvent.upload(input, new File(['me'], 'me.txt', { type: 'text/plain' }));
  await expect.element(dialog.getByText(/me.txt is not a JPEG, PNG or WebP picture/)).toBeVisible();
  await userEvent.upload(input, await pictureFile());
  const crop = page.getByRole('dialog', { name: 'Crop the picture' });
  await expect.element(crop.getByRole('button', { name: 'Use picture' })).toBeEnabled();
  await expectAccessible();
  await finish(crop, 'Use picture');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(message('Project saved')).toBeVisible();
  expect(server.inputs('PUT projectEdit')).toEqual([{ project_id: PROJECT._id, version: 1, tint: 'c3' }]);
  expect(server.inputs('POST projectPicture')).toMatchObject([{ project_id: PROJECT._id, size: '400' }]);
});

test('a picture that is removed is gone only once the project is saved', async () => {
  const { choose } = await showMenu(projectDetail({ picture: '/api/picture/p/1.webp' }));
  server.onAny('DELETE projectPicture/{id}', () => projectDetail());
  server.on('PUT projectEdit', () => projectDetail());
  await choose('Edit project');
  await dialog.getByRole('button', { name: 'Colour and picture' }).click();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  const again = page.getByRole('button', { name: 'Choose picture' });
  await expect.element(again).toBeVisible();
  expect(server.calls).not.toContain('DELETE projectPicture/{id}');
  await dismiss(again);
  await finish(dialog, 'Save');
  expect(server.calls).toContain('DELETE projectPicture/{id}');
});

test('a project goes to any status but its own; into the archive and out of it only by who may', async () => {
  const moves = async (status: 'active' | 'archived', archive: boolean) => {
    const rights = { ...projectDetail().rights, archive };
    const { dots, screen } = await showMenu(projectDetail({ status, rights }));
    await dots.click();
    await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
    const offered = textsOf(page.getByRole('menuitem', { name: /^(Make active|Put on hold|Mark completed|Archive)$/ }));
    await screen.unmount();
    return offered;
  };
  expect(await moves('active', true)).toEqual(['Put on hold', 'Mark completed', 'Archive']);
  expect(await moves('active', false)).toEqual(['Put on hold', 'Mark completed']);
  expect(await moves('archived', false)).toEqual([]);
});

test('who may not change a project is offered only its link', async () => {
  const none = { edit: false, archive: false, delete: false, members: false, create_task: false, efficiency: true };
  const { dots } = await showMenu(projectDetail({ rights: none }), { as: 'observer' });
  await dots.click();
  await expect.element(page.getByRole('menuitem')).toHaveTextContent('Copy link');
});

test('people are added and removed after a question; a refusal says why, and what others do is followed', async () => {
  let people = PROJECT_MEMBERS;
  servePeople();
  server.on('GET projectMembers', () => list(people));
  server.on('PUT projectMembers', ({ remove }) => {
    people = people.filter(({ _id }) => !remove?.includes(_id));
    return list(people) as never;
  });
  await show(<MembersPanel projectId={PROJECT._id} mayChange initial={people} />);
  const user = page.getByRole('listitem').filter({ hasText: USER.name });
  await page.getByRole('button', { name: 'Add people' }).click();
  const picker = page.getByRole('group', { name: /People to add/ });
  await expect.element(picker.getByRole('checkbox', { name: OTHER_USER.name })).toBeVisible();
  await expect.element(picker.getByRole('checkbox', { name: USER.name })).not.toBeInTheDocument();
  await expectAccessible();
  await expect.element(page.getByRole('button', { name: 'Add to project' })).toBeDisabled();
  await picker.getByRole('checkbox', { name: OTHER_USER.name }).click();
  await page.getByRole('button', { name: 'Add to project' }).click();
  await expect.element(message('1 person added')).toBeVisible();
  await page.getByRole('button', { name: `Remove ${USER.name}` }).click();
  const question = page.getByRole('group', { name: `Remove ${USER.name}` });
  await expectAccessible();
  await question.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: `Remove ${USER.name}` }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.element(user).not.toBeInTheDocument();
  expect(server.inputs('PUT projectMembers')).toEqual([
    { project_id: PROJECT._id, add: [OTHER_USER._id] },
    { project_id: PROJECT._id, remove: [USER._id] },
  ]);
  people = [...PROJECT_MEMBERS, { ...(PROJECT_MEMBERS[1] as ProjectMemberRecord), ...PEOPLE.admin }];
  live.say(`private-project-${PROJECT._id}`, 'members.changed', { id: PROJECT._id, version: 2 });
  await expect.element(user).toBeVisible();
  // Who leads takes out people of their own, and of no higher role.
  expect(textsOf(page.getByRole('button', { name: /^Remove/ }))).toEqual(
    [USER, CLIENT].map(({ name }) => `Remove ${name}`),
  );
  server.refuse('PUT projectMembers', 403, 'forbidden', 'Only the leader may.');
  await page.getByRole('button', { name: `Show to clients ${USER.name}` }).click();
  await expect.element(message('Only the leader may.')).toBeVisible();
  expect(server.inputs('PUT projectMembers').at(-1)).toEqual({ project_id: PROJECT._id, add_contacts: [USER._id] });
});

test.each([
  ['leader', [OTHER_USER]],
  ['admin', [PEOPLE.admin, OTHER_USER]],
] as const)('a %s adds whom they may place: nobody who is in it, and no observer', async (as, offered) => {
  servePeople();
  server.on('GET projectMembers', () => list(PROJECT_MEMBERS));
  await show(<MembersPanel projectId={PROJECT._id} mayChange initial={PROJECT_MEMBERS} />, { as });
  await page.getByRole('button', { name: 'Add people' }).click();
  const boxes = page.getByRole('group', { name: /People to add/ }).getByRole('checkbox');
  await expect.poll(() => boxes.elements().length).toBe(offered.length);
  const names = textsOf(page.getByRole('group', { name: /People to add/ }).getByCss('label'));
  expect(names).toEqual(offered.map(({ name }) => expect.stringContaining(name)));
});

test('who leads a project is removed from it by nobody, not even by an admin, who removes all others', async () => {
  const people = [...PROJECT_MEMBERS, { ...(PROJECT_MEMBERS[1] as ProjectMemberRecord), ...PEOPLE.admin }];
  server.on('GET projectMembers', () => list(people));
  await show(<MembersPanel projectId={PROJECT._id} mayChange initial={people} />, { as: 'admin' });
  await expect.element(page.getByText('Leads this project')).toBeVisible();
  expect(textsOf(page.getByRole('button', { name: /^Remove/ }))).toEqual(
    [USER, CLIENT, PEOPLE.admin].map(({ name }) => `Remove ${name}`),
  );
});

test('whom clients see by name is taken back; of the clients themselves it is not asked', async () => {
  const people = PROJECT_MEMBERS.map((one) => ({ ...one, is_contact: one._id === USER._id }));
  server.on('GET projectMembers', () => list(people));
  server.on('PUT projectMembers', () => list(people) as never);
  await show(<MembersPanel projectId={PROJECT._id} mayChange initial={people} />);
  const toggle = page.getByRole('button', { name: /clients/ });
  await expect.element(page.getByText('Contact for clients')).toBeVisible();
  expect(textsOf(toggle)).toEqual([`Hide from clients ${USER.name}`]);
  await toggle.click();
  await expect.element(message('Clients no longer see this person')).toBeVisible();
  expect(server.inputs('PUT projectMembers')).toEqual([{ project_id: PROJECT._id, remove_contacts: [USER._id] }]);
});

const TODAY = '2031-03-09';
const DESIGN = milestone('Design', { reached_at: '2031-02-01T09:00:00.000Z', tasks: { total: 4, completed: 4 } });
const BETA = milestone('Beta', { due_date: '2031-03-05', tasks: { total: 3, completed: 1 }, audience: 'client' });
const LAUNCH = milestone('Launch', { due_date: '2031-04-01' });

const SIGN_OFF: SignOffRecord = {
  _id: 's-1',
  subject: { kind: 'milestone', _id: 'm-beta', title: 'Beta', key: null, project_id: PROJECT._id, url: '/acme/x' },
  ...{ state: 'waiting', internal: false, note: '', hash: 'a'.repeat(64), version_number: null, fallen: null },
  ...{ asked_by: LEADER, created_at: '2031-03-08T09:00:00.000Z', closed_at: null },
  people: [{ _id: CLIENT._id, person: CLIENT, decision: null, reason: '', marks: [], decided_at: null }],
  rights: { decide: false, take_back: false, withdraw: true, ask: false },
};

const showCard = (
  milestones: readonly MilestoneRecord[],
  { mayEdit = true, ...options }: ShowOptions & { mayEdit?: boolean } = {},
) =>
  show(
    <MilestonesCard
      projectId={PROJECT._id}
      milestones={milestones}
      mayEdit={mayEdit}
      isClient={options.as === 'client'}
      today={TODAY}
      hrefOf={({ _id }) => `/acme/projectdetails?project=WEB&tab=tasks&filter=milestone:${_id}`}
    />,
    options,
  );
const choose = async (name: string, item: string) => {
  await pressOn(page.getByRole('button', { name: `Actions for ${name}` }), '{Enter}');
  await page.getByRole('menuitem', { name: item }).click();
};

test('the way of a project shows what is reached, late and to come, and leads to its tasks', async () => {
  await showCard([DESIGN, BETA, LAUNCH]);
  const rows = page.getByRole('listitem').elements();
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('DesignReached'),
    expect.stringContaining('Beta'),
    expect.stringContaining('No tasks'),
  ]);
  await expect.element(page.getByText('Overdue 4 days')).toBeVisible();
  await expect.element(page.getByText('1 of 3 completed')).toBeVisible();
  await expectLink(page.getByRole('link', { name: 'Beta' }), expect.stringContaining('filter=milestone:m-beta'));
  await expectAccessible();
});

test('a milestone is added, changed and deleted by keys, and each is taken back', async () => {
  await showCard([BETA]);
  server.on('POST milestone', ({ name }) => milestone(name));
  server.on('PATCH milestone/{id}', () => ({ ...BETA, version: 2 }));
  server.on('DELETE milestone/{id}', () => BETA);
  server.on('POST restoreMilestone/{id}', () => BETA);
  await pressOn(page.getByRole('button', { name: 'Add milestone' }), '{Enter}');
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await userEvent.keyboard('Launch');
  await dialog.getByRole('checkbox').click();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add milestone' }).click();
  await expect.element(page.getByText('Launch was added.')).toBeVisible();
  expect(server.inputs('POST milestone')).toEqual([
    { project_id: PROJECT._id, name: 'Launch', due_date: null, audience: 'client' },
  ]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => server.inputs('DELETE milestone/{id}')).toEqual([{ id: 'm-launch' }]);
  await choose('Beta', 'Edit');
  await dialog.getByLabelText('Name').fill('Beta 2');
  await finish(dialog, 'Save');
  await expect.element(page.getByRole('button', { name: 'Actions for Beta' })).toHaveFocus();
  await choose('Beta', 'Mark as reached');
  await expect.element(page.getByText('Beta is reached.')).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
  await expect
    .poll(() => server.inputs('PATCH milestone/{id}').map(({ version, name, reached }) => [version, name, reached]))
    .toEqual([
      [1, 'Beta 2', undefined],
      [1, undefined, true],
      [2, undefined, false],
      [2, 'Beta', undefined],
    ]);
  const undo = page.getByRole('button', { name: 'Undo' });
  // Messages of what is undone are on their way out.
  await expect.poll(() => undo.all().length).toBe(0);
  await choose('Beta', 'Delete');
  await undo.click();
  await expect.poll(() => server.inputs('POST restoreMilestone/{id}')).toEqual([{ id: 'm-beta' }]);
});

test('a milestone moves between the others and back; what is reached can be opened again', async () => {
  await showCard([DESIGN, BETA, LAUNCH]);
  server.on('PATCH milestone/{id}', ({ id }) => ({ ...BETA, _id: id, version: 2 }));
  await pressOn(page.getByRole('button', { name: 'Actions for Design' }), '{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  const offered = ['Edit', 'Not reached yet', 'Ask for approval', 'Move down', 'Delete'];
  expect(textsOf(page.getByRole('menuitem'))).toEqual(offered);
  await page.getByRole('menuitem', { name: 'Not reached yet' }).click();
  await expect.element(page.getByText('Design is not reached yet.')).toBeVisible();
  for (const way of ['up', 'down']) {
    await choose('Beta', `Move ${way}`);
    await expect.element(page.getByText(`Beta moved ${way}.`)).toBeVisible();
  }
  await userEvent.keyboard('{Control>}zzz{/Control}');
  const changes = () => server.inputs('PATCH milestone/{id}').map(({ reached, after_id }) => reached ?? after_id);
  await expect.poll(changes).toEqual([false, null, 'm-launch', 'm-design', 'm-design', true]);
});

test('who cannot change the project sees no way to, and no empty card', async () => {
  const screen = await showCard([BETA], { as: 'client', mayEdit: false });
  await expect.element(page.getByText('1 of 3 shared with you completed')).toBeVisible();
  expect(page.getByText('Visible to client').query()).toBeNull();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  await expectAccessible();
  await screen.showAgain(
    <MilestonesCard projectId="p" milestones={[]} mayEdit={false} isClient today={TODAY} hrefOf={() => ''} />,
  );
  await expect.element(page.getByText('Milestones')).not.toBeInTheDocument();
});

test('a milestone is sent for approval from its menu', async () => {
  server.on('GET signerList', () => ({
    ...{ visible_to_clients: true, may_share: false },
    people: [{ ...CLIENT, client: true }],
  }));
  server.on('POST signOff', () => SIGN_OFF);
  await showCard([BETA]);
  await choose('Beta', 'Ask for approval');
  await dialog.getByRole('checkbox', { name: CLIENT.name }).click();
  await finish(dialog, 'Ask for approval');
  expect(server.inputs('POST signOff')).toEqual([{ milestone_id: 'm-beta', to: [CLIENT._id], note: '' }]);
});

test('below its progress a milestone says whether it is approved', async () => {
  await showCard([{ ...BETA, sign_off: SIGN_OFF }, LAUNCH]);
  await expect.element(page.getByRole('heading', { name: 'Approval of Beta' })).toBeVisible();
  await expect.element(page.getByText('Waiting for approval', { exact: true })).toBeVisible();
  await expectAccessible();
});

const update = (_id: string, part: Partial<UpdateRecord> = {}): UpdateRecord => ({
  ...{ _id, project_id: PROJECT._id, author: LEADER, health: 'on_track', done: `Done ${_id}`, next: '', trouble: '' },
  ...{
    audience: 'internal',
    since: '2026-11-01T09:00:00.000Z',
    created_at: '2026-11-08T09:00:00.000Z',
    edited_at: null,
  },
  facts: { completed: 3, added: 0, late: 1, milestones: [{ name: 'Launch', change: 'moved', to: '2031-01-01' }] },
  ...{ version: 1, rights: { edit: true, delete: true } },
  ...part,
});

test('the latest update stands in full with what happened since the one before; earlier ones are a press away', async () => {
  await show(
    <UpdatesCard
      projectId={PROJECT._id}
      updates={[update('u2', { health: 'off_track', trouble: 'Money' }), update('u1')]}
      more={0}
      mayWrite
      isClient={false}
    />,
  );
  await expect.element(page.getByText('Off track')).toBeVisible();
  const facts = page.getByRole('list', { name: 'Since the update before' }).first();
  await expect.element(facts).toHaveTextContent('3 completed1 lateLaunch moved');
  await expect.element(page.getByText('Done u1')).not.toBeVisible();
  await page.getByText('Earlier updates').click();
  await expect.element(page.getByText('Done u1')).toBeVisible();
  await expectAccessible();
});

test('one is written, refused at its field, changed, and deleted with undo', async () => {
  const mine = update('u1');
  await show(<UpdatesCard projectId={PROJECT._id} updates={[mine]} more={0} mayWrite isClient={false} />);
  server.refuse('POST projectUpdate', 422, 'invalid', 'Check the fields.', {
    errors: { done: ['Say something about the project.'] },
  });
  await page.getByRole('button', { name: 'Write update' }).click();
  await dialog.getByText('At risk').click();
  await dialog.getByRole('button', { name: 'Publish update' }).click();
  await expect.element(dialog.getByText('Say something about the project.')).toBeVisible();
  await expectAccessible();
  server.on('POST projectUpdate', () => mine);
  await enter(dialog.getByLabelText('What stands in the way'), 'The logo files', '{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('The update was published')).toBeVisible();
  expect(server.inputs('POST projectUpdate').at(-1)).toEqual({
    ...{ project_id: PROJECT._id, health: 'at_risk', audience: 'internal' },
    ...{ done: '', next: '', trouble: 'The logo files' },
  });
  server.on('DELETE projectUpdate/{id}', () => mine);
  server.on('POST restoreProjectUpdate/{id}', () => mine);
  await page.getByRole('button', { name: 'Delete the update' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.inputs('POST restoreProjectUpdate/{id}')).toEqual([{ id: 'u1' }]);
});

test('an update is edited with what it said, upon its version; whether clients see it stays', async () => {
  const mine = update('u1', { audience: 'client', edited_at: '2026-11-09T09:00:00.000Z' });
  await show(<UpdatesCard projectId={PROJECT._id} updates={[mine]} more={0} mayWrite isClient={false} />);
  await expect.element(page.getByRole('article')).toHaveTextContent('changed');
  await expect.element(page.getByRole('article')).toHaveTextContent('Visible to client');
  server.on('PATCH projectUpdate/{id}', () => mine);
  await page.getByRole('button', { name: 'Edit the update' }).click();
  await enter(dialog.getByLabelText('What comes next'), 'The shop', '{Control>}{Enter}{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('PATCH projectUpdate/{id}')).toEqual([
    { id: 'u1', version: 1, health: 'on_track', done: 'Done u1', next: 'The shop', trouble: '' },
  ]);
});

test('who only reads updates is offered no way to write or change one, and no empty card', async () => {
  const rights = { edit: false, delete: false };
  const shared = update('u1', { audience: 'client', rights });
  const screen = await show(
    <UpdatesCard projectId={PROJECT._id} updates={[shared, shared]} more={3} mayWrite={false} isClient />,
    { as: 'client' },
  );
  await expect.element(page.getByRole('article').first()).not.toHaveTextContent('Visible to client');
  expect(
    page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /update/ })
      .elements(),
  ).toEqual([]);
  await page.getByText('Earlier updates').click();
  await expect.element(page.getByText('3 more before these.')).toBeVisible();
  await screen.showAgain(<UpdatesCard projectId={PROJECT._id} updates={[]} more={0} mayWrite={false} isClient />);
  await expect.element(page.getByText('Latest update')).not.toBeInTheDocument();
  await screen.showAgain(<UpdatesCard projectId={PROJECT._id} updates={[]} more={0} mayWrite isClient={false} />);
  await expect.element(page.getByText(/^No update yet\./)).toBeVisible();
});

test('its members and its sight as a client are a press away in the menu, and a template of it', async () => {
  const { choose, dots } = await showMenu();
  server.on('GET projectMembers', () => list(PROJECT_MEMBERS));
  await choose('Members');
  await expect.element(dialog.getByRole('button', { name: `Remove ${USER.name}` })).toBeVisible();
  await dismiss(dialog);
  await expect.element(dots).toHaveFocus();
  expect(navigation.refreshes).toBe(1);
  await choose('View as client');
  await expect.element(dialog.getByRole('list', { name: 'Clients' })).toHaveTextContent(CLIENT.name);
  expect(dialog.getByRole('list', { name: 'Clients' }).element().textContent).not.toContain(USER.name);
  await dismiss(dialog);
  await choose('Save as template');
  await expect
    .element(page.getByRole('dialog', { name: 'Save as template' }).getByLabelText('Name'))
    .toHaveValue(PROJECT.name);
});

test('a project that is deleted while one looks at it says so; who may brings it back there', async () => {
  const project = { _id: PROJECT._id, key: PROJECT.key, name: PROJECT.name };
  const gone = page.getByRole('heading', { name: 'This project was deleted' });
  const say = (event: 'project.deleted' | 'project.restored') =>
    live.say(`private-project-${PROJECT._id}`, event, { id: PROJECT._id, version: 2 });
  const screen = await show(
    <WhileThere project={project} mayRestore>
      <p>The board</p>
    </WhileThere>,
  );
  await expect.element(page.getByText('The board')).toBeVisible();
  say('project.deleted');
  await expect.element(gone).toBeVisible();
  await expect.element(page.getByText('The board')).not.toBeInTheDocument();
  await expectLink(page.getByRole('link', { name: 'Open the bin' }), '/acme/project?view=bin');
  await expect.element(page.getByRole('status').filter({ has: gone })).toHaveTextContent('is in the bin for 30 days');
  server.onAny('POST restoreProject', () => projectDetail());
  server.refuseNext('POST restoreProject', 403, 'forbidden', 'Not now.');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.element(message(/was not restored\. Not now\./)).toBeVisible();
  await expect.element(gone).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect.element(page.getByText('The board')).toBeVisible();
  expect(navigation.refreshes).toBe(1);
  say('project.deleted');
  await expect.element(gone).toBeVisible();
  say('project.restored');
  await expect.element(page.getByText('The board')).toBeVisible();
  await screen.unmount();
  await show(<WhileThere project={project} mayRestore={false} deleted />, { as: 'user' });
  await expect.element(gone).toBeVisible();
  await expectLink(page.getByRole('link', { name: 'All projects' }), '/acme/project');
  expect(page.getByRole('button', { name: 'Restore' }).elements()).toEqual([]);
  expect(page.getByRole('link', { name: 'Open the bin' }).elements()).toEqual([]);
});
