import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { backToMarkdown } from '@/components/test/editor';
import { PROJECT } from '@/components/test/gallery/project';
import { show } from '@/components/test/show';
import { TextEditor } from './text-editor';

const WRITTEN = '# Plan\nright below\n\n\n* star\n* list\n\n__end__';

backToMarkdown();

let text = '';
let sent = 0;
function Editor({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  text = value;
  return (
    <TextEditor
      limit={1_000}
      aria-label="Words"
      value={value}
      onChange={setValue}
      projectId={PROJECT._id}
      onSubmit={() => {
        sent += 1;
      }}
    />
  );
}

const field = page.getByRole('textbox', { name: 'Words' });
const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
const tool = (name: string) => toolbar.getByRole('button', { name, exact: true });
const rich = async () => {
  await page.getByRole('button', { name: 'Rich text' }).click();
  await expect.element(toolbar).toBeVisible();
};
const end = '{Control>}{End}{/Control}';

test('the rich editor takes over what was typed with the focus, and leaves what nobody touched as it was', async () => {
  sent = 0;
  await show(<Editor first={WRITTEN} />);
  await field.click();
  await userEvent.keyboard(`${end}{Enter}{Enter}typed`);
  await rich();
  await expect.element(field).toHaveTextContent('typed');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard(`${end} on`);
  await expect.poll(() => text).toBe(`${WRITTEN}\n\ntyped on`);
  await expectAccessible();
  tool('Bold').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tool('Italic')).toHaveFocus();
  await field.click();
  await userEvent.keyboard(`${end}{Control>}b{/Control} loud`);
  await expect.poll(() => text).toBe(`${WRITTEN}\n\ntyped on **loud**`);
  await userEvent.keyboard('{Tab}');
  await expect.element(field).not.toHaveFocus();
  await field.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(sent).toBe(1);
  await page.getByRole('button', { name: 'Write in Markdown' }).click();
  await expect.element(field).toHaveValue(`${WRITTEN}\n\ntyped on **loud**`);
});

test('the choice is remembered; a task list, a table and a link are written as Markdown', async () => {
  const first = await show(<Editor first="Begin" />);
  await field.click();
  await rich();
  first.unmount();
  await show(<Editor first="Begin" />);
  await field.click();
  await expect.element(toolbar).toBeVisible();
  await userEvent.keyboard(`${end}{Enter}`);
  await tool('Task list').click();
  await userEvent.keyboard('measure');
  await field.getByRole('checkbox').click();
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard(`${end}{Enter}{Enter}`);
  await tool('Table').click();
  await userEvent.keyboard('Size');
  await expectAccessible();
  await expect
    .poll(() => text)
    .toBe('Begin\n\n- [x] measure\n\n| Size |  |  |\n| --- | --- | --- |\n|  |  |  |\n|  |  |  |');
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}Look here{Control>}a{/Control}');
  await tool('Link').click();
  await page.getByRole('textbox', { name: 'URL of the link' }).fill('https://posters.test');
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await expect.poll(() => text).toBe('[Look here](https://posters.test)');
});
