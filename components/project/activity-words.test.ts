import { describe, expect, test } from 'vitest';
import { activityVerb } from './activity-words';

describe('a line of history', () => {
  test('says where a task was moved', () => {
    expect(activityVerb({ kind: 'task.status', data: { from: 1, to: 3 } })).toBe('moved to Testing:');
  });

  test('names the field that was changed, in the words of the screen', () => {
    expect(activityVerb({ kind: 'task.edited', data: { field: 'due_date' } })).toBe('changed the due date of');
    expect(activityVerb({ kind: 'project.edited', data: { changes: { name: {}, due_date: {} } } })).toBe(
      'changed the name and the due date of the project',
    );
  });

  test('names who was added and removed, and counts where they are many', () => {
    const person = (name: string) => ({ _id: name, name });
    const added = ['Maya', 'Tom', 'Ines', 'Ruth'].map(person);
    expect(activityVerb({ kind: 'project.members', data: { added, removed: [person('Erik')] } })).toBe(
      'added Maya, Tom and 2 more and removed Erik',
    );
  });

  test('stays a sentence for what it does not know', () => {
    expect(activityVerb({ kind: 'task.cloned', data: {} })).toBe('changed');
    expect(activityVerb({ kind: 'project.members', data: { added: 'x' } })).toBe('changed the members of the project');
  });
});
