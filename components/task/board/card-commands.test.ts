import { describe, expect, it } from 'vitest';
import type { TaskRights } from '@/lib/task/schema';
import { type CardCommand, mayRun } from './card-commands';
import { changeWords } from './change-words';

const none: TaskRights = {
  edit: false,
  move: false,
  assign: false,
  assign_self: false,
  delete: false,
  audience: false,
  comment: false,
};
const offered = (rights: Partial<TaskRights>) =>
  (['menu', 'status', 'assignees', 'due', 'priority', 'audience', 'move', 'remove'] as CardCommand[]).filter(
    (command) => mayRun(command, { ...none, ...rights }),
  );

describe('what can be done with a task on the board', () => {
  it('is offered only to those who may', () => {
    expect(offered({})).toEqual(['menu']);
    expect(offered({ move: true })).toEqual(['menu', 'status', 'move']);
    expect(offered({ edit: true })).toEqual(['menu', 'due', 'priority']);
    expect(offered({ assign_self: true })).toEqual(['menu', 'assignees']);
    expect(offered({ audience: true, delete: true })).toEqual(['menu', 'audience', 'remove']);
  });

  it('is told in one sentence', () => {
    const card = { key: 'WEB-1' };
    expect(changeWords(card, { due_date: null })).toBe('WEB-1 has no due date now.');
    expect(changeWords(card, { due_date: '2026-11-27' })).toMatch(/^WEB-1 is due .*2026.*\.$/);
    expect(changeWords(card, { priority: 'high' })).toBe('Priority of WEB-1: High.');
    expect(changeWords(card, { assignee_ids: ['a'] }, { people: [{ name: 'Anna' }] })).toBe(
      'WEB-1 is assigned to Anna.',
    );
    expect(changeWords(card, { assignee_ids: [] })).toBe('WEB-1 is assigned to nobody.');
    expect(changeWords(card, { label_ids: ['a'] }, { labels: [{ name: 'Garden' }] })).toBe('Labels of WEB-1: Garden.');
    expect(changeWords(card, { title: 'Mow' })).toBe('WEB-1 is called “Mow” now.');
    expect(changeWords(card, { audience: 'client' })).toBe('WEB-1 is visible to the project’s clients now.');
  });
});
