import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LiveRefresh } from '@/components/live/live-refresh';
import { RefreshOn } from '@/components/live/refresh-on';
import { PROJECT, USER } from '@/components/test/gallery/records';
import { expectAccessible, expectLink, live, message, navigation, show } from '@/components/test/part';
import { showToast } from '@/components/ui/overlay/toast';
import { FilterSelects } from './filter-selects';
import { HoverTip } from './hover-tip';
import { Pager } from './pager';
import { SortHead } from './sort-head';

const pager = (part: Partial<Parameters<typeof Pager>[0]>) => (
  <Pager
    path="/acme/project"
    search={{ q: 'hall', page: '2' }}
    page={2}
    limit={20}
    total={45}
    noun="projects"
    {...part}
  />
);

test('a long list says which part is shown and leads to the ones beside it', async () => {
  const screen = await show(pager({}));
  const pages = screen.getByRole('navigation', { name: 'Pages of projects' });
  await expect.element(pages).toHaveTextContent('21 to 40 of 45 projects');
  await expectLink(pages.getByRole('link', { name: 'Previous' }), '/acme/project?q=hall&page=1');
  await expectLink(pages.getByRole('link', { name: 'Next' }), '/acme/project?q=hall&page=3');
  await expectAccessible();
  await screen.showAgain(pager({ page: 3 }));
  await expect.element(pages).toHaveTextContent('41 to 45 of 45 projects');
  expect(pages.getByRole('link').elements()).toHaveLength(1);
  await screen.showAgain(pager({ page: 1, total: 20 }));
  await expect.element(pages).not.toBeInTheDocument();
});

test('a list is narrowed as soon as something is chosen, from its first page on', async () => {
  const selects = [{ name: 'role', label: 'Role', all: 'All roles', options: [{ value: 'user', label: 'User' }] }];
  const given = { path: '/acme/userlist', selects, kept: ['q'] };
  const screen = await show(<FilterSelects {...given} search={{ q: 'ana', page: '3' }} />, { url: '/acme/userlist' });
  const role = screen.getByRole('combobox', { name: 'Role' });
  await role.selectOptions('User');
  await expect.poll(() => navigation.url).toBe('/acme/userlist?q=ana&role=user');
  await screen.showAgain(<FilterSelects {...given} search={{ q: 'ana', role: 'user' }} />);
  await role.selectOptions('All roles');
  await expect.poll(() => navigation.url).toBe('/acme/userlist?q=ana');
});

test('a tip comes for keys at once and for the mouse after a while; Escape, a press and leaving hide it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await show(
    <HoverTip text="Chat">
      <button type="button">Open</button>
    </HoverTip>,
  );
  const tip = page.getByRole('tooltip');
  const button = page.getByRole('button', { name: 'Open' });
  await userEvent.hover(button);
  vi.advanceTimersByTime(399);
  await expect.element(tip).not.toBeInTheDocument();
  vi.advanceTimersByTime(1);
  await expect.element(tip).toHaveTextContent('Chat');
  await userEvent.unhover(button);
  await expect.element(tip).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  (button.element() as HTMLElement).focus();
  vi.advanceTimersByTime(0);
  await expect.element(tip).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tip).not.toBeInTheDocument();
});

test('a page is drawn anew after changes it is about, once for several', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const of = (id: string) => `private-project-${id}`;
  const screen = await show(<LiveRefresh projectIds={[PROJECT._id]} events={['task.changed']} />);
  live.say(of(PROJECT._id), 'task.changed', { id: 't-1' });
  vi.advanceTimersByTime(400);
  live.say(of(PROJECT._id), 'task.changed', { id: 't-2' });
  vi.advanceTimersByTime(400);
  expect(navigation.refreshes).toBe(0);
  vi.advanceTimersByTime(100);
  expect(navigation.refreshes).toBe(1);
  live.say(of(PROJECT._id), 'project.changed', { id: PROJECT._id });
  live.say(of('p-other'), 'task.changed', { id: 't-3' });
  // Its own parts read again what may be stale.
  live.catchUp('poll');
  vi.advanceTimersByTime(1_000);
  expect(navigation.refreshes).toBe(1);
  await screen.showAgain(<LiveRefresh key="all" />);
  // That somebody writes or comes is over in a moment.
  for (const event of ['typing', 'presence.changed'] as const) live.say('private-org-o-acme', event, { id: USER._id });
  vi.advanceTimersByTime(1_000);
  expect(navigation.refreshes).toBe(1);
  live.say('private-org-o-acme', 'project.changed', { id: PROJECT._id });
  vi.advanceTimersByTime(500);
  expect(navigation.refreshes).toBe(2);
  live.catchUp('poll');
  vi.advanceTimersByTime(500);
  expect(navigation.refreshes).toBe(3);
});

test('a page of what belongs to the organisation follows changes of that alone, and once those before it listened', async () => {
  await show(<RefreshOn event="labels.changed" />);
  const said = (event: 'labels.changed' | 'rules.changed') => live.say('private-org-o-acme', event, { id: 'o-acme' });
  said('rules.changed');
  expect(navigation.refreshes).toBe(0);
  said('labels.changed');
  expect(navigation.refreshes).toBe(1);
  live.catchUp('subscribed');
  expect(navigation.refreshes).toBe(2);
  live.catchUp('subscribed');
  expect(navigation.refreshes).toBe(2);
  live.catchUp('poll');
  expect(navigation.refreshes).toBe(3);
});

test('one message is shown at a time: a newer one takes its place, a failure is read out at once, its button closes it', async () => {
  const onAction = vi.fn();
  await show(<p>Page</p>);
  showToast({ kind: 'info', text: 'The card was moved.', action: { label: 'Undo', onAction } });
  await expect.element(message('The card was moved.')).toBeVisible();
  showToast({ kind: 'failure', text: 'Nothing was saved.', action: { label: 'Retry', onAction } });
  await expect.element(page.getByRole('alert')).toHaveTextContent('Nothing was saved.');
  await expect.element(message('The card was moved.')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(message('Nothing was saved.')).not.toBeInTheDocument();
  expect(onAction).toHaveBeenCalledTimes(1);
});

test.each([
  ['name', false, 'sort=-name', 'ascending'],
  ['-name', false, '', 'descending'],
  ['size', false, '', null],
  ['size', true, 'sort=-name', null],
] as const)(
  'a list by %s is turned by a press on its names (from the last one: %s)',
  async (sort, downFirst, then, now) => {
    const given = { path: '/acme/file', search: { q: 'a', page: '2', sort }, by: 'name', first: 'name', label: 'Name' };
    const screen = await show(
      <table>
        <thead>
          <tr>
            <SortHead {...given} downFirst={downFirst} />
          </tr>
        </thead>
      </table>,
    );
    await expectLink(screen.getByRole('link', { name: 'Name' }), `/acme/file?q=a${then && `&${then}`}`);
    expect(screen.getByRole('columnheader').element().ariaSort).toBe(now);
  },
);
