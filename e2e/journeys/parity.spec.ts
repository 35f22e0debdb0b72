import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES, type Seat } from '../support/accounts';
import type { Program } from '../support/program';

/** What screens offer and what the server allows are one: for each role, on the screens where roles differ most. */

const ROLES = ['admin', 'subadmin', 'leader', 'user', 'client', 'observer'] as const satisfies readonly Seat[];
const NEVER = 999_999;

/** A control, and the call that it leads to, in a form that changes nothing where it is allowed. */
type Offer = { what: string; on: (page: Page) => Locator; asks: (program: Program) => Promise<{ status: number }> };

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const item = (name: string) => (page: Page) => page.getByRole('menuitem', { name, exact: true });
const allowed = ({ status }: { status: number }) => status !== 403 && status !== 404;

async function compare(page: Page, seat: Seat, program: Program, offers: Offer[]) {
  for (const { what, on, asks } of offers) {
    const answer = await asks(program);
    const says = `${what} for ${seat}: the server answers ${answer.status}`;
    if (allowed(answer)) await expect(on(page).first(), says).toBeVisible();
    else await expect(on(page), says).toHaveCount(0);
  }
}

for (const seat of ROLES)
  test(`R12 Users offers the ${seat} what it may do, and what it does not offer is denied`, async ({
    as,
    program,
    console,
  }) => {
    console.expectError(/403/);
    const user = await (await program('admin')).memberId(NAMES.user);
    const everywhere: Offer[] = [
      { what: 'inviting', on: button('Invite'), asks: (who) => who.call('POST', 'sendInvite', {}) },
      { what: 'an account', on: button('Add account'), asks: (who) => who.call('POST', 'createclient', {}) },
    ];
    const inMenu: Offer[] = [
      {
        what: 'another role',
        on: item('Change role'),
        asks: (who) => who.call('POST', 'changeUserRoles', { user_id: user, role: 'user' }),
      },
      { what: 'details', on: item('Edit details'), asks: (who) => who.call('PUT', `editMember/${user}`, {}) },
      {
        what: 'deactivating',
        on: item('Deactivate'),
        asks: (who) => who.call('POST', 'endMemberSessions', { user_id: user, session_id: crypto.randomUUID() }),
      },
    ];
    const [page, who] = [await as(seat), await program(seat)];
    const opened = await page.goto('/acme/userlist');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Where the screen is open at all, everybody on it has a menu with Details in it.
    if (opened?.status() === 200) {
      const menu = page.getByRole('button', { name: `Actions for ${NAMES.user}` }).first();
      await expect(menu).toBeVisible();
      await compare(page, seat, who, everywhere);
      await menu.click();
      await expect(item('Details')(page)).toBeVisible();
    } else await compare(page, seat, who, everywhere);
    // To end a session that is not there is 404 for whoever may, 403 for whoever may not.
    await compare(
      page,
      seat,
      who,
      inMenu.map((offer) =>
        offer.what === 'deactivating'
          ? { ...offer, asks: async (program) => ({ status: (await offer.asks(program)).status === 403 ? 403 : 200 }) }
          : offer,
      ),
    );
  });

for (const seat of ROLES)
  test(`R12 Settings offers the ${seat} what it may do, and what it does not offer is denied`, async ({
    as,
    program,
    console,
  }) => {
    console.expectError(/403/);
    const [page, who] = [await as(seat), await program(seat)];
    const open = async (section: string) => {
      const answer = await page.goto(`/acme/settings?section=${section}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      return answer?.status();
    };
    const settings = await who.call('GET', 'organisation');
    expect([seat, await open('categories')]).toEqual([seat, settings.status]);
    await compare(page, seat, who, [
      {
        what: 'a category',
        on: button('New category'),
        asks: async (who) => (settings.status === 403 ? settings : who.call('POST', 'createCategory', {})),
      },
      {
        what: 'the audit log',
        on: (page) => page.getByRole('main').getByRole('link', { name: 'Audit log' }),
        asks: (who) => who.call('GET', 'auditLog'),
      },
    ]);
  });

for (const seat of ROLES)
  test(`R12 Project and Task offer the ${seat} what it may do, and what they do not offer is denied`, async ({
    as,
    program,
    console,
  }) => {
    console.expectError(/40[34]/);
    const leader = await program('leader');
    const project = await leader.newProject('Parity of screens', [NAMES.user], [NAMES.client]);
    const [page, who] = [await as(seat), await program(seat)];
    const task = await leader.newTask(project._id, `Parity for ${seat}`, { audience: 'client' });
    // Not the one on the screen, which would show at once that it is gone.
    const another = await leader.newTask(project._id, `Parity for ${seat}`, { audience: 'client' });
    await page.goto('/acme/project');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await compare(page, seat, who, [
      { what: 'a project', on: button('New project'), asks: (who) => who.call('POST', 'project', {}) },
    ]);

    await page.goto(`/acme/projectdetails?project=${project.key}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const menu = page.getByRole('button', { name: 'Actions for Parity of screens' });
    await menu.click();
    await expect(item('Copy link')(page)).toBeVisible();
    await compare(page, seat, who, [
      {
        what: 'editing the project',
        on: item('Edit project'),
        asks: (who) => who.call('PUT', 'projectEdit', { project_id: project._id, version: NEVER, name: 'Never' }),
      },
      {
        what: 'its members',
        on: item('Members'),
        asks: (who) => who.call('PUT', 'projectMembers', { project_id: project._id, add: [], remove: [] }),
      },
    ]);

    await page.goto(`/acme/taskpage?task=${task.key}`);
    await expect(page.getByText(task.key).first()).toBeVisible();
    await compare(page, seat, who, [
      {
        what: 'the title',
        on: (page) => page.getByRole('textbox', { name: 'Title' }),
        asks: (who) => who.call('PATCH', `task/${task._id}`, { version: NEVER, title: 'Never' }),
      },
      {
        what: 'a subtask',
        on: button('Add subtask'),
        asks: (who) => who.call('POST', 'Task', { project_id: project._id, parent_id: task._id, title: 'Below' }),
      },
      {
        what: 'a comment',
        on: (page) => page.getByRole('textbox', { name: /^(Comment|Internal note)$/ }),
        asks: (who) => who.call('POST', 'addTaskComment', { task_id: task._id, body: 'Seen.' }),
      },
      {
        what: 'deleting it',
        on: button('Delete task'),
        asks: (who) => who.call('DELETE', `task/${another._id}`),
      },
    ]);
  });

test('R02 S06 a hidden screen sends none of its data, however it is asked for', async ({ as, console }) => {
  console.expectError(/403/);
  const OTHERS = ['observer@acme.test', 'pending@acme.test'];
  const SCREENS = [
    'userlist',
    'userlist?tab=invitations',
    'settings',
    'settings?section=audit',
    'settings?section=roles',
  ];
  const asked = async (page: Page, path: string) => {
    const plain = await page.request.get(`/acme/${path}`);
    const parts = await page.request.get(`/acme/${path}`, { headers: { RSC: '1' } });
    const ahead = await page.request.get(`/acme/${path}`, { headers: { RSC: '1', 'Next-Router-Prefetch': '1' } });
    return { status: plain.status(), text: `${await plain.text()}${await parts.text()}${await ahead.text()}` };
  };
  const admin = await as('admin');
  const shown = await asked(admin, 'userlist');
  expect(shown.status).toBe(200);
  for (const address of OTHERS) expect(shown.text).toContain(address);
  for (const seat of ['user', 'client'] as const) {
    const page = await as(seat);
    for (const path of SCREENS) {
      const { status, text } = await asked(page, path);
      expect([seat, path, status]).toEqual([seat, path, 403]);
      for (const address of OTHERS) expect(text, `${path} for ${seat}`).not.toContain(address);
    }
    // The session’s cookie is out of reach of scripts, and nothing that they can read is one.
    await page.goto('/acme/dashboard');
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name.endsWith('guildhall.session'));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const readable = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
    );
    expect(readable).not.toContain(cookie?.value);
    expect(readable).not.toMatch(/eyJ[\w-]{10,}[.]/);
  }
});
