import { expect, test } from 'vitest';
import { bidi, isolated, isolatedIn } from '@/lib/bidi';
import { auditInWords, notificationInWords } from '@/lib/event/words';
import { ANYBODY, formatsFor } from '@/lib/formats';
import { renderMail } from '@/lib/mail/render';
import { renderMarkdown } from '@/lib/markdown/markdown';
import { aboutIn, whoIn } from '@/lib/notification/vocabulary.row';

const TITLE = 'مراجعة التصميم مع Anna (WEB-12)!';
const ALONE = `\u2068${TITLE}\u2069`;
const DANA = '\u2068דנה\u2069';
const formats = formatsFor(ANYBODY);

test.each(['Anna (2)', '', '12', 'Привет', 'にさん', undefined, null, 3])('%j stays as it is', (text) => {
  expect(isolated(text)).toBe(text);
});

test('sentences keep what is written from right to left to itself', () => {
  expect(bidi`Delete “${TITLE}” of ${'Anna'}, ${3} times?`).toBe(`Delete “${ALONE}” of Anna, 3 times?`);
  expect(isolatedIn({ a: [TITLE, 1, null], b: { name: 'דנה' } })).toEqual({ a: [ALONE, 1, null], b: { name: DANA } });
  const data = { field: 'title', from: 'Old', to: TITLE };
  expect(notificationInWords({ kind: 'task.edited', data, task: {} }, formats).says).toContain(`“${ALONE}”`);
  expect(
    auditInWords({ action: 'member.role', before: null, after: null }, { actor: 'דנה', target: TITLE }, formats).says,
  ).toBe(`${DANA}: role changed ${ALONE}`);
  const row = { task: { key: 'WEB-1', title: TITLE }, room: null, data: {}, page: null, actor: { name: 'דנה' } };
  expect([whoIn(row as never), aboutIn(row as never)]).toEqual([DANA, `WEB-1 ${ALONE}`]);
});

test('so do emails, in their subject, their text and their HTML', async () => {
  const data = {
    ...{ organisation: 'דנה', key: 'acme', token: 't', left: 0 },
    items: [{ about: TITLE, page: 'p', lines: [TITLE], reason: null }],
  };
  const { subject, html, text } = await renderMail({ to: 'a@a.test', template: 'digest', data } as never);
  expect(subject).toBe(`Your day at ${DANA}: 1 notification`);
  for (const shown of [html, text]) expect(shown).toContain(`\u2068مراجعة`);
});

test('each block of a text has its own direction', () =>
  expect(renderMarkdown('# a\n\nb\n\n- c\n\n1. d\n\n> e\n\n| f |\n| - |').match(/<\w+ dir="auto">/g)).toEqual(
    ['h3', 'p', 'ul', 'ol', 'blockquote', 'table'].map((tag) => `<${tag} dir="auto">`),
  ));
