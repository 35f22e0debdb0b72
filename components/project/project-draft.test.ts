import { describe, expect, test } from 'vitest';
import type { ProjectDetail } from '@/lib/project/schema';
import { draftOf, editOf, NEW_DRAFT, newProjectOf } from './project-draft';

const before = {
  _id: 'p1',
  key: 'WEB',
  name: 'Website',
  description: 'Text',
  type: 'web_application',
  category: null,
  leader: { _id: 'm1', name: 'Maya', pic: null },
  start_date: '2026-11-01',
  due_date: null,
  version: 4,
} as ProjectDetail;

describe('the project form', () => {
  test('sends a new project without the fields that were left empty', () => {
    expect(newProjectOf({ ...NEW_DRAFT, name: 'Shop', member_ids: ['m1'] })).toEqual({
      name: 'Shop',
      type: 'web_application',
      member_ids: ['m1'],
    });
  });

  test('sends the name even when it is empty, so that the server says what is missing', () => {
    expect(newProjectOf(NEW_DRAFT)).toHaveProperty('name', '');
  });

  test('sends only what was changed, and clears what was emptied', () => {
    const draft = { ...draftOf(before), name: 'Website relaunch', start_date: '', description: '' };
    expect(editOf(before, draft)).toEqual({
      project_id: 'p1',
      version: 4,
      name: 'Website relaunch',
      start_date: null,
      description: '',
    });
  });

  test('sends nothing but the version when nothing was changed', () => {
    expect(editOf(before, draftOf(before))).toEqual({ project_id: 'p1', version: 4 });
  });
});
