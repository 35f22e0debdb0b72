import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '@/lib/markdown/markdown';
import { effortOf } from '@/lib/test/effort';
import { taskKeysIn, withTaskLinks, withTaskPageAt } from './task-links';

const keys = (text: string) => taskKeysIn([renderMarkdown(text)]);
const TITLES = new Map([['WEB-12', 'Say "<b>" & go']]);
const linked = (text: string) => withTaskLinks(renderMarkdown(text), TITLES);
const LINK = '<a href="taskpage?task=WEB-12" title="Say &quot;&lt;b&gt;&quot; &amp; go">WEB-12</a>';

describe('keys of tasks in a text', () => {
  test.each([
    ['See WEB-12, (APP-3) and **WEB-12**.', ['WEB-12', 'APP-3']],
    ['A1B-1 at the start; at the end X9-77', ['A1B-1', 'X9-77']],
    ['web-12 W-1 WEB-0 WEB-012 WEB-12-b xWEB-12 WEB-12x _WEB-12 a/WEB-12 #WEB-12 1.WEB-12', []],
    ['`WEB-12` and [WEB-12](https://a.test)\n\n    WEB-12\n\n```\nWEB-12\n```', []],
    ['https://a.test/WEB-12 and UTF-8 and COVID-19', ['UTF-8', 'COVID-19']],
  ])('of %j are %j', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  test('become links where the reader sees the task, and stay text elsewhere', () => {
    expect(linked('WEB-12 before WEB-13')).toBe(`<p>${LINK} before WEB-13</p>\n`);
    expect(linked('`WEB-12` [WEB-12](https://a.test/WEB-12)')).toBe(
      renderMarkdown('`WEB-12` [WEB-12](https://a.test/WEB-12)'),
    );
    expect(withTaskLinks('<p>WEB-12</p>', new Map())).toBe('<p>WEB-12</p>');
  });

  test('lead to the task page from elsewhere too, and nothing else is changed', () => {
    const text = 'WEB-12 `<a href="taskpage?` [here](https://a.test/taskpage?task=WEB-12)';
    expect(withTaskPageAt(linked(text), '/acme/taskpage')).toBe(
      linked(text).replace('href="taskpage?task', 'href="/acme/taskpage?task'),
    );
  });

  test('V06 are found in fifty kilobytes without stalling, two hundred at most', async () => {
    for (const piece of ['WEB-', 'A1', 'WEB-1 ', '<', 'A-1-', '`WEB-1` ']) {
      const html = `<p>${piece.repeat(50_000 / piece.length)}</p>`;
      expect(await effortOf(() => withTaskLinks(html, TITLES) && taskKeysIn([html]))).toBeLessThan(150);
    }
    expect(taskKeysIn([`<p>${Array.from({ length: 500 }, (_, at) => `WEB-${at + 1}`).join(' ')}</p>`])).toHaveLength(
      200,
    );
  });
});
