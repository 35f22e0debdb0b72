import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { show } from '@/components/test/show';
import { RoleTable } from './role-table';

test('the table of roles says what each may do; a phone shows one role at a time', async () => {
  const screen = await show(<RoleTable own="team_leader" />);
  const row = screen.getByRole('table', { name: 'What each role may do' }).getByRole('row', { name: /^Invite people/ });
  const cells = () =>
    row
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(cells).toEqual(['Yes', 'Yes', 'In projects they lead', 'No', 'No', 'No']);
  await expectAccessible();
  await page.viewport(390, 844);
  await expect.poll(cells).toEqual(['In projects they lead']);
  await screen.getByLabelText('Role', { exact: true }).selectOptions('client');
  await expect.poll(cells).toEqual(['No']);
  await expectAccessible();
});
