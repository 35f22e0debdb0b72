import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { USER } from '@/components/test/gallery/people';
import { PROJECT } from '@/components/test/gallery/project';
import {
  backToMarkdown,
  expectAccessible,
  expectAccessibleInAll,
  list,
  pressOn,
  server,
  show,
} from '@/components/test/part';
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
  await pressOn(tool('Bold'), '{ArrowRight}');
  await expect.element(tool('Italic')).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowLeft}');
  await expect.element(tool('Link')).toHaveFocus();
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
  await pressOn(field, `${end}{Enter}{Enter}`);
  await tool('Table').click();
  await userEvent.keyboard('Size');
  await expectAccessibleInAll();
  await expect
    .poll(() => text)
    .toBe('Begin\n\n- [x] measure\n\n| Size |  |  |\n| --- | --- | --- |\n|  |  |  |\n|  |  |  |');
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}Look here{Control>}a{/Control}');
  await tool('Link').click();
  await page.getByRole('textbox', { name: 'URL of the link' }).fill('https://posters.test');
  await expectAccessibleInAll();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await expect.poll(() => text).toBe('[Look here](https://posters.test)');
  // What is no address of a page or of somebody makes no link.
  await userEvent.keyboard('{Control>}a{/Control}');
  await tool('Link').click();
  const address = page.getByRole('textbox', { name: 'URL of the link' });
  await expect.element(address).toHaveValue('https://posters.test');
  await address.fill('javascript:alert(1)');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => text).toBe('Look here');
});

test('people are named in rich text by Tab as well, but not within code', async () => {
  server.on('GET assigneeList', () => list([USER]));
  await show(<Editor first="" />);
  await field.click();
  await rich();
  await userEvent.keyboard('Ask @dan');
  const option = page.getByRole('listbox', { name: 'People' }).getByRole('option');
  await expect.element(option).toHaveTextContent(USER.name);
  await userEvent.keyboard('{Tab}now{Enter}');
  await expect.poll(() => text).toBe(`Ask @${USER.name} now`);
  await expect.element(field).toHaveFocus();
  await tool('Code block').click();
  await userEvent.keyboard('@dan');
  await expect.poll(() => text).toContain('```\n@dan\n```');
  await expect.element(option).not.toBeInTheDocument();
});

test('Tab goes through a table and makes rows, Enter leaves it below, and there is a line above and below', async () => {
  await show(<Editor first={'| a | b |\n| --- | --- |\n| 1 | 2 |'} />);
  await field.click();
  await rich();
  const table = page.getByRole('table');
  await moved(() => table.getByText('1', { exact: true }).click());
  await userEvent.keyboard('{End}0{Tab}20{Tab}- 30{Tab}{Tab}50{Shift>}{Tab}{/Shift}40');
  await expect.poll(() => text).toBe('| a | b |\n| --- | --- |\n| 10 | 20 |\n| \\- 30 | 40 |\n| 50 |  |');
  await userEvent.keyboard('{Enter}60{Enter}below');
  await expect.poll(() => text).toMatch(/\| 50 \| 60 \|\n\nbelow$/);
  await userEvent.keyboard('{Control>}{Home}{/Control}above');
  await expect.poll(() => text).toMatch(/^above\n\n\| a \| b \|/);
  await userEvent.keyboard('{Control>}{End}{/Control}{Tab}');
  await expect.element(field).not.toHaveFocus();
});

test('rows and columns are added and removed by keyboard, the first row stays the heading', async () => {
  await show(<Editor first="" />);
  await field.click();
  await rich();
  await tool('Table').click();
  expect(page.getByRole('table').element().getBoundingClientRect().width).toBeGreaterThan(300);
  await userEvent.keyboard('{Alt>}{F10}{/Alt}');
  await expect.element(tool('Table')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.closest('[role=toolbar]')).toBeTruthy();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveFocus();
  const rows = () =>
    page
      .getByRole('row')
      .elements()
      .map((row) => row.children.length);
  for (const [name, after] of [
    ['Add row below', [3, 3, 3, 3]],
    ['Add column after', [4, 4, 4, 4]],
    ['Delete column', [3, 3, 3, 3]],
    ['Delete row', [3, 3, 3]],
  ] as const) {
    await pressOn(tool(name), '{Enter}');
    await expect.poll(rows).toEqual(after);
  }
  expect(page.getByRole('table').element().querySelectorAll('tr:first-child > .heading')).toHaveLength(3);
  await tool('Delete table').click();
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
});

test('signs at the beginning of a line make headings of each level, which are told from one another', async () => {
  await show(<Editor first="" />);
  await field.click();
  await rich();
  await userEvent.keyboard('# One{Enter}## Two{Enter}### Three{Enter}##### Five{Enter}C #');
  await expect.poll(() => text).toBe('# One\n\n## Two\n\n### Three\n\n##### Five\n\nC #');
  const sizes = ['One', 'Two', 'Three', 'Five'].map((words) =>
    Number.parseFloat(getComputedStyle(page.getByRole('heading', { name: words }).element()).fontSize),
  );
  expect(sizes).toEqual([...new Set(sizes)].toSorted((one, other) => other - one));
  await expectAccessibleInAll();
});

/** As Word and Outlook copy it. */
const word = (level: number, mark: string, words: string) =>
  `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><!--[if !supportLists]--><span><span style='mso-list:Ignore'>${mark}<span style='font:7pt "Times New Roman"'>&nbsp; </span></span></span><!--[endif]--><b>${words}</b><o:p></o:p></p>`;
const WORD = `<html><body><!--StartFragment--><p class=MsoNormal>Bring<o:p></o:p></p>
${[word(1, '·', 'Ink'), word(2, 'o', 'black'), word(2, 'o', 'red'), word(1, '·', 'Paper'), word(1, '3.', 'Third'), word(1, '4)', 'Last')].join('\n')}
<p class=MsoNormal>Thanks</p>${word(2, '§', 'alone')}<!--EndFragment--></body></html>`;

const paragraph = (words: string) => `<p class="Paragraph"><b>${words}</b></p>`;
/** As Word on the web copies it: a list for each item. */
const online = (level: number, tag: string, at: number, words: string) =>
  `<div class="ListContainerWrapper SCXW1"><${tag} class="BulletListStyle1"><li data-aria-posinset="${at}" data-aria-level="${level}" class="OutlineElement">${paragraph(words)}</li></${tag}></div>`;
const ONLINE = `<p>Bring</p>${[online(1, 'ul', 1, 'Ink'), online(2, 'ul', 1, 'black'), online(2, 'ul', 2, 'red'), online(1, 'ul', 2, 'Paper'), online(1, 'ol', 3, 'Third'), online(1, 'ol', 4, 'Last')].join('')}<p>Thanks</p>${online(1, 'ul', 1, 'alone')}`;
/** As Google Docs copies it: an inner list beside the items. */
const docs = (level: number, words: string) => `<li aria-level="${level}">${paragraph(words)}</li>`;
const DOCS = `<p>Bring</p><ul>${docs(1, 'Ink')}<ul>${docs(2, 'black')}${docs(2, 'red')}</ul>${docs(1, 'Paper')}</ul><ol start="3">${docs(1, 'Third')}${docs(1, 'Last')}</ol><p>Thanks</p><ul>${docs(1, 'alone')}</ul>`;

test.each([
  ['Word and Outlook', WORD],
  ['Word on the web', ONLINE],
  ['Google Docs', DOCS],
])('lists of %s become lists, in both ways to write', async (_from, html) => {
  const paste = () => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
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
