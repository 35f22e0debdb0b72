import { describe, expect, test } from 'vitest';
import { notificationWords, projectOf } from './notification-words';

const actor = { _id: 'm', name: 'Maya', pic: null };
const words = (kind: string, data = {}, who: typeof actor | null = actor) =>
  notificationWords({ kind, actor: who, task: null, data });

describe('a notification', () => {
  test('says who did what', () => {
    expect(words('task.assigned')).toBe('Maya assigned this to you');
    expect(words('task.moved', { from: 1, to: 4 })).toBe('Maya moved this to Completed');
    expect(words('task.moved', { from: 3, to: 2 })).toBe('Maya moved this back to In Process');
    expect(words('task.moved', { from: 3, to: 5 })).toBe('Maya moved this to Backlogs');
    expect(words('project.added')).toBe('Maya added you to a project');
  });

  test('names the team where the reader may not know the name', () => {
    expect(words('task.commented', {}, null)).toBe('The team commented');
  });

  test('leads to the project it is about, where it is about one', () => {
    expect(projectOf({ project: { _id: 'p', key: 'WEB', name: 'Website' } })).toEqual({ key: 'WEB', name: 'Website' });
    expect(projectOf({ project_id: 'p' })).toBeNull();
  });
});
