import { describe, expect, test } from 'vitest';
import { fixedGroups, GROUPINGS, type Grouped, groupOf, HIDDEN, NONE } from '@/lib/task-group/vocabulary';
import { withFields } from '../quick/with-fields';
import { fieldsOfGroup } from './group-fields';

// A Wednesday.
const by = { today: '2030-01-02', firstDay: 1, memberId: 'me' } as const;
const IDS = { assignee: 'anna', label: 'x', category: 'c', project: 'p', parent: 'w', creator: 'me' };

describe('a task that is written at the end of a group', () => {
  test.each(GROUPINGS)('by %s stands in it', (group) => {
    const ids = fixedGroups(group) ?? [IDS[group as keyof typeof IDS], ...(group === 'project' ? [] : [NONE])];
    for (const id of ids) {
      const fields = fieldsOfGroup(group, id, by, { project_id: 'p' });
      // Nobody plans what is late already, or makes what others made.
      if (id === 'past' || (group === 'creator' && id === NONE)) expect(fields).toBeNull();
      else expect(groupOf(madeOf(fields ?? {}), group, by)).toBe(id);
    }
  });

  test('is not for people whom the reader may not see', () => {
    expect(fieldsOfGroup('assignee', HIDDEN, by, undefined)).toBeNull();
  });

  test('has what its line says, and the people and labels of both', () => {
    expect(
      withFields({ priority: 'low', label_ids: ['x'] }, { title: 'Go', priority: 'high', label_ids: ['y'] }),
    ).toEqual({
      title: 'Go',
      priority: 'high',
      label_ids: ['x', 'y'],
    });
  });
});

function madeOf(fields: NonNullable<ReturnType<typeof fieldsOfGroup>>): Grouped {
  const named = (ids: readonly string[] = []) => ids.map((_id) => ({ _id }));
  return {
    status: Number(fields.status ?? 1),
    priority: fields.priority ?? 'none',
    due_date: fields.due_date ?? null,
    start_date: fields.start_date ?? null,
    category_id: fields.category_id ?? null,
    project_id: fields.project_id ?? 'p',
    assignees: named(fields.assignee_ids),
    hidden_assignees: false,
    labels: named(fields.label_ids),
    parent: fields.parent_id ? { _id: fields.parent_id } : null,
    created_by_id: by.memberId,
  };
}
