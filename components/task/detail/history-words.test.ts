import { describe, expect, it } from 'vitest';
import { historyWords } from './history-words';

const edited = (field: string, from: unknown, to: unknown) =>
  historyWords({ kind: 'task.edited', data: { field, from, to } });

describe('the history of a task', () => {
  it('says in plain words what was changed, from what to what', () => {
    expect(historyWords({ kind: 'task.status', data: { from: 2, to: 3 } })).toBe('moved it from In Process to Testing');
    expect(edited('title', 'Old', 'New')).toBe('changed the title from “Old” to “New”');
    expect(edited('due_date', null, '2026-11-05')).toBe('set the due date to 5 Nov 2026');
    expect(edited('due_date', '2026-11-05', null)).toBe('removed the due date (5 Nov 2026)');
    expect(edited('priority', 'none', 'urgent')).toBe('set the priority to Urgent');
    expect(edited('estimate_minutes', 60, 90)).toBe('changed the estimate from 1 h to 1 h 30 min');
    expect(edited('description', undefined, undefined)).toBe('changed the description');
  });

  it('names people', () => {
    const assigned = (added: string[], removed: string[]) =>
      historyWords({
        kind: 'task.assigned',
        data: { added: added.map((name) => ({ name })), removed: removed.map((name) => ({ name })) },
      });
    expect(assigned(['Inês', 'Tomasz'], [])).toBe('assigned Inês, Tomasz');
    expect(assigned(['Inês'], ['Tomasz'])).toBe('assigned Inês and took Tomasz off');
    expect(assigned([], [])).toBe('changed who works on it');
  });

  it('says something true about what it does not know', () => {
    expect(historyWords({ kind: 'task.painted', data: {} })).toBe('changed this task');
    expect(edited('colour', 1, 2)).toBe('changed this task');
  });
});
