import { describe, expect, test } from 'vitest';
import { createRule, editRule } from '@/lib/rule/commands';
import { CreateRule, EditRule } from '@/lib/rule/schema';
import { asMember } from '@/lib/test/as-member';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { outcomes, person, WEB } from '@/lib/test/task-calls';

describe('who makes a rule', () => {
  const input = { name: 'Review', trigger: 'moved', value: '3', actions: [{ do: 'assign', who: 'leader' }] };

  test('of a project: who may change the project', async () => {
    expect(await outcomes((ctx) => createRule(ctx, CreateRule.parse({ ...input, project_id: WEB })))).toMatchObject({
      'acme.admin': 'done',
      'acme.subadmin': 'done',
      'acme.leader': 'done',
      'acme.user': 'forbidden',
      'acme.client': 'forbidden',
      'acme.observer': 'forbidden',
      'acme.outsider': 'not_found',
      'globex.admin': 'not_found',
    });
  });

  test('of all projects: admins and sub-admins', async () => {
    expect(await outcomes((ctx) => createRule(ctx, CreateRule.parse(input)))).toMatchObject({
      'acme.admin': 'done',
      'acme.subadmin': 'done',
      'acme.leader': 'forbidden',
      'acme.user': 'forbidden',
      'acme.client': 'forbidden',
    });
  });

  test.each([
    ['a status that there is not', { trigger: 'moved', value: '6' }],
    ['no number of days', { trigger: 'due', value: null }],
    ['a value that nothing asks for', { trigger: 'created', value: '1' }],
    ['nothing to do', { actions: [] }],
    ['nobody named', { actions: [{ do: 'tell', who: 'person' }] }],
    ['a filter that is none', { filter: 'nothing:1' }],
  ])('is refused with %s', (_what, fields) => {
    expect(CreateRule.safeParse({ ...input, ...fields }).success).toBe(false);
  });

  test('names only people and labels that there are', () =>
    asMember('acme.admin', async (ctx) => {
      for (const action of [
        { do: 'label', label_id: fixtureId('no label') },
        { do: 'tell', who: 'person', member_id: person('client') },
        { do: 'assign', who: 'person', member_id: fixtureId('globex.admin') },
      ])
        expect((await failureOf(createRule(ctx, CreateRule.parse({ ...input, actions: [action] })))).code).toBe(
          'invalid',
        );
    }));

  test('changes its value alone, where that fits how it begins', () =>
    asMember('acme.admin', async (ctx) => {
      const { _id: id } = await createRule(ctx, CreateRule.parse(input));
      const change = (fields: object) => editRule(ctx, EditRule.parse({ id, ...fields }));
      expect(await change({ version: 1, value: '2' })).toMatchObject({ trigger: 'moved', value: '2', version: 2 });
      expect(await failureOf(change({ version: 2, value: '6' }))).toMatchObject({ code: 'invalid' });
      expect(await change({ version: 2, name: 'Review it' })).toMatchObject({ value: '2', version: 3 });
      expect(await change({ version: 3, value: null })).toMatchObject({ value: null });
      expect(await change({ version: 4, trigger: 'created' })).toMatchObject({ trigger: 'created', value: null });
    }));
});
