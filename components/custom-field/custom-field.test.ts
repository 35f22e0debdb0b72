import { expect, test } from 'vitest';
import type { CustomFieldUse } from '@/lib/custom-field/schema';
import { bodyOf, draftOf, newChoice, tasksIn } from './field-draft';
import { offeredIn } from './field-query';

const of = (name: string, project_ids: string[] | null, archived = false) => ({ name, project_ids, archived });

test('a field is offered in its projects, of several projects where all have it, and never once it is archived', () => {
  const fields = [of('all', null), of('web', ['web']), of('both', ['web', 'app']), of('old', null, true)];
  const offered = (...projects: string[]) => offeredIn(fields, projects).map(({ name }) => name);
  expect(offered('web')).toEqual(['all', 'web', 'both']);
  expect(offered('web', 'app')).toEqual(['all', 'both']);
  expect(offered('shop')).toEqual(['all']);
  expect(offered()).toEqual(['all', 'web', 'both']);
  expect(offeredIn(undefined, ['web'])).toEqual([]);
});

test('a field is sent as it was drafted: choices that were left empty are none, but one that there is stays', () => {
  const choices = [
    { _id: 'c', name: 'Small', colour: 'c2', retired: true },
    { _id: 'd', name: 'Large', colour: 'c3' },
  ];
  const stored = { name: 'Size', kind: 'choice', audience: 'client', project_ids: ['web'], choices } as CustomFieldUse;
  const draft = draftOf(stored);
  const [first, second] = draft.choices as [(typeof draft.choices)[number], (typeof draft.choices)[number]];
  const given = [first, { ...second, name: '' }, { ...newChoice(7), name: 'New' }, { ...newChoice(8), name: ' ' }];
  expect(bodyOf({ ...draft, choices: given })).toEqual({
    ...{ name: 'Size', kind: 'choice', audience: 'client', project_ids: ['web'] },
    choices: [
      { _id: 'c', name: 'Small', colour: 'c2', retired: true },
      { _id: 'd', name: '', colour: 'c3', retired: false },
      { name: 'New', colour: 'c8', retired: false },
    ],
  });
  expect(newChoice(8).colour).toBe('c1');
  expect(bodyOf({ ...draft, kind: 'text' }).choices).toEqual([]);
  expect(bodyOf(draftOf(null))).toEqual({
    name: '',
    kind: 'text',
    audience: 'internal',
    project_ids: null,
    choices: [],
  });
});

test.each([
  [0, 'No task'],
  [1, '1 task'],
  [2, '2 tasks'],
])('%i tasks in words', (count, words) => expect(tasksIn(count)).toBe(words));
