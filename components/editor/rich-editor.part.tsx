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
/** The browser tells where the caret is a moment later, and the editor forgets a chosen style when the caret moves. */
const moved = async (move: () => Promise<void>) => {
  const told = new Promise((resolve) => document.addEventListener('selectionchange', resolve, { once: true }));
  await move();
  await told;
};

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
  await moved(() => field.click());
  await moved(() => userEvent.keyboard(end));
  await userEvent.keyboard('{Control>}b{/Control} loud');
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

/** As Word and Outlook copy it. */
const word = (level: number, mark: string, words: string) =>
  `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><!--[if !supportLists]--><span><span style='mso-list:Ignore'>${mark}<span style='font:7pt "Times New Roman"'>&nbsp; </span></span></span><!--[endif]--><b>${words}</b><o:p></o:p></p>`;
const WORD = `<html><body><!--StartFragment--><p class=MsoNormal>Bring<o:p></o:p></p>
${[word(1, '·', 'Ink'), word(2, 'o', 'black'), word(2, 'o', 'red'), word(1, '·', 'Paper'), word(1, '3.', 'Third'), word(1, '4)', 'Last')].join('\n')}
<p class=MsoNormal>Thanks</p>${word(2, '§', 'alone')}<!--EndFragment--></body></html>`;

test('lists of Word and Outlook become lists, in both ways to write', async () => {
  const paste = () => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', WORD);
    clipboardData.setData('text/plain', 'Bring\n·\tInk');
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  };
  await show(<Editor first="" />);
  await field.click();
  paste();
  const list = (b: string) =>
    `Bring\n\n- ${b}Ink${b}\n  - ${b}black${b}\n  - ${b}red${b}\n- ${b}Paper${b}\n\n3. ${b}Third${b}\n4. ${b}Last${b}\n\nThanks\n\n- ${b}alone${b}`;
  await expect.poll(() => text).toBe(list(''));
  await field.fill('');
  await rich();
  await field.click();
  paste();
  await expect.poll(() => text.trim()).toBe(list('**'));
});
