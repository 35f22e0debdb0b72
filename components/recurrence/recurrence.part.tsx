import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { taskDetail } from '@/components/test/gallery/task';
import { showTask } from '@/components/test/gallery/task-page';
import { Refusal, server } from '@/components/test/server';
import { undo } from '@/components/test/undo';
import type { RecurrenceRecord } from '@/lib/recurrence/schema';
import { parseRule, type Rule, ruleWords } from '@/lib/rrule/vocabulary';

const START = '2099-11-24';
const TASK = taskDetail(1, { due_date: START });

/** A task whose series the server keeps; days that are skipped are a week each. */
async function repeating(series?: Partial<RecurrenceRecord>) {
  const page = await showTask(TASK);
  const { store, screen, field } = page;
  const keep = (part: Partial<RecurrenceRecord> | null): RecurrenceRecord => {
    const before = store.stored.recurrence;
    const now: RecurrenceRecord = {
      ...{ _id: 's-1', rule: 'FREQ=WEEKLY', words: '', mode: 'completion', starts_on: START, number: 1 },
      ...{ next_on: '2099-12-01', version: 0, task_id: 't-1', stopped: part === null },
      ...before,
      ...part,
    };
    now.version += 1;
    now.words = ruleWords(parseRule(now.rule) as Rule, START);
    store.write('t-1', { recurrence: part && now });
    return now;
  };
  server.on('POST recurrence', ({ rule, mode }) => keep({ rule, ...(mode && { mode }) }));
  server.on('PATCH recurrence/{id}', ({ id: _, version, ...fields }) => {
    const current = store.stored.recurrence;
    if (Number(version) !== current?.version)
      throw new Refusal(409, 'conflict', 'Somebody else changed it in the meantime.', { current });
    return keep(fields);
  });
  server.on('DELETE recurrence/{id}', () => keep(null));
  server.on('POST skipRecurrence/{id}', () => {
    const skipped = keep({ next_on: '2099-12-08' });
    const line = { kind: 'recurrence.skipped', data: { day: '2099-12-01' }, says: 'skipped a repetition' };
    const rest = { _id: 'a-1', actor: null, task_id: 't-1', task_key: null, task_title: null, created_at: START };
    store.write('t-1', { activity: [{ ...line, ...rest }] }, true);
    return skipped;
  });
  server.on('POST undoActivity/{id}', () => {
    keep({ next_on: '2099-12-01' });
    return store.stored;
  });
  if (series) {
    keep(series);
    store.changedByOther('t-1', {});
    await expect.element(field('Repeats')).not.toHaveTextContent('Never');
  }
  const panel = screen.getByRole('dialog', { name: 'Repeats' });
  const open = async () => {
    await field('Repeats').click();
    await expect.element(panel).toBeVisible();
  };
  return { ...page, keep, panel, open, repeats: field('Repeats') };
}

test('a task is made to repeat by keyboard, in words; Ctrl+Z ends it, unless somebody changed it since', async () => {
  const { screen, store, panel, repeats, keep } = await repeating();
  await expect.element(repeats).toHaveTextContent('Repeats: Never');
  (repeats.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByLabelText('Every')).toHaveFocus();
  await userEvent.keyboard('{Backspace}2');
  await expect.element(panel.getByRole('checkbox', { name: 'Tuesday' })).toBeChecked();
  await expect.element(panel.getByRole('status')).toHaveTextContent('Every second Tuesday');
  await expectAccessible(panel);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('WEB-1 repeats: Every second Tuesday.')).toBeVisible();
  await expect.element(repeats).toHaveTextContent('Repeats: Every second Tuesday');
  await expect.element(repeats).toHaveFocus();
  await undo();
  await expect.element(repeats).toHaveTextContent('Never');
  expect(store.stored.recurrence).toBeNull();

  await repeats.click();
  await panel.getByRole('button', { name: 'Repeat', exact: true }).click();
  await expect.element(repeats).toHaveTextContent('Every Tuesday');
  keep({ rule: 'FREQ=DAILY' });
  store.changedByOther('t-1', {});
  await expect.element(repeats).toHaveTextContent('Every day');
  await undo();
  await expect.element(screen.getByText(/was not undone. Somebody else changed it in the meantime/)).toBeVisible();
  await expect.element(repeats).toHaveTextContent('Every day');
});

test('a series is changed to another month’s day, one of it is skipped, and both are taken back', async () => {
  const { screen, store, panel, open, repeats } = await repeating({ rule: 'FREQ=WEEKLY' });
  await open();
  await expect.element(panel.getByText('Next: 1 Dec 2099')).toBeVisible();
  await panel.getByRole('button', { name: 'Skip it' }).click();
  await expect.element(panel.getByText('Next: 8 Dec 2099')).toBeVisible();
  await expect.element(screen.getByText('One repetition of WEB-1 is skipped.')).toBeVisible();
  await panel.getByLabelText('Unit').selectOptions('months');
  await panel.getByLabelText('On', { exact: true }).selectOptions('the fourth Tuesday');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect.element(repeats).toHaveTextContent('Every month on the fourth Tuesday');
  await expect.element(panel).not.toBeInTheDocument();
  await undo();
  await expect.element(repeats).toHaveTextContent('Every Tuesday');
  await undo();
  await expect.poll(() => store.stored.recurrence?.next_on).toBe('2099-12-01');
});

test('a series is stopped, and the message’s Undo begins it again with as many as were left', async () => {
  const { screen, panel, open, repeats } = await repeating({ rule: 'FREQ=WEEKLY;COUNT=5', number: 3 });
  await open();
  await panel.getByRole('button', { name: 'Stop repeating' }).click();
  await expect.element(screen.getByText('WEB-1 no longer repeats.')).toBeVisible();
  await expect.element(repeats).toHaveTextContent('Repeats: Never');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.inputs('POST recurrence')).toMatchObject([{ rule: 'FREQ=WEEKLY;COUNT=3' }]);
  await expect.element(repeats).not.toHaveTextContent('Never');
});

test('what is refused is said in the panel, which stays; the next task of the series is led to', async () => {
  const { screen, store, panel, open } = await repeating();
  await open();
  server.refuse('POST recurrence', 403, 'forbidden', 'Not in this project.');
  await panel.getByRole('button', { name: 'Repeat', exact: true }).click();
  await expect.element(panel.getByRole('alert')).toHaveTextContent('Not in this project.');
  await userEvent.keyboard('{Escape}');
  store.changedByOther('t-1', { successor: { _id: 't-2', key: 'WEB-2', title: 'Task 1' } });
  await expect
    .element(screen.getByRole('link', { name: 'WEB-2 Task 1' }))
    .toHaveAttribute('href', '/acme/taskpage?task=WEB-2');
});
