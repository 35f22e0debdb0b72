import { describe, expect, test } from 'vitest';
import type { Ctx } from '@/lib/org';
import { createRule, editRule } from '@/lib/rule/commands';
import { CreateRule, EditRule } from '@/lib/rule/schema';
import { asMember } from '@/lib/test/as-member';
import { attempt, codeOf } from '@/lib/test/attempt';
import { fixtureId } from '@/lib/test/fixtures';
import { person } from '@/lib/test/task-calls';

describe('who makes a rule', () => {
  const input = { name: 'Review', trigger: 'moved', value: '3', actions: [{ do: 'assign', who: 'leader' }] };

  test('of all projects: admins and sub-admins', async () => {
    const make = (ctx: Ctx) => createRule(ctx, CreateRule.parse(input));
    expect([await attempt('acme.subadmin', make), await attempt('acme.leader', make)]).toEqual(['done', 'forbidden']);
  });

  test.each([
    ['a status that there is not', { trigger: 'moved', value: '6' }],
    ['no number of days', { trigger: 'due', value: null }],
    ['a value that nothing asks for', { trigger: 'created', value: '1' }],
    ['nothing to do', { actions: [] }],
    ['nobody named', { actions: [{ do: 'tell', who: 'person' }] }],
    ['a filter that is none', { filter: 'nothing:1' }],
  ])('is refused with %s', (_what, fields) =>
    expect(CreateRule.safeParse({ ...input, ...fields }).success).toBe(false),
  );

  test('names only people and labels that there are', () =>
    asMember('acme.admin', async (ctx) => {
      for (const action of [
        { do: 'label', label_id: fixtureId('no label') },
        { do: 'tell', who: 'person', member_id: person('client') },
        { do: 'assign', who: 'person', member_id: fixtureId('globex.admin') },
      ])
        expect(await codeOf(createRule(ctx, CreateRule.parse({ ...input, actions: [action] })))).toBe('invalid');
    }));

  test('changes its value alone, where that fits how it begins', () =>
    asMember('acme.admin', async (ctx) => {
      const { _id: id } = await createRule(ctx, CreateRule.parse(input));
      const change = (fields: object) => editRule(ctx, EditRule.parse({ id, ...fields }));
      expect(await change({ version: 1, value: '2' })).toMatchObject({ trigger: 'moved', value: '2', version: 2 });
      expect(await codeOf(change({ version: 2, value: '6' }))).toBe('invalid');
      expect(await change({ version: 2, name: 'Review it' })).toMatchObject({ value: '2', version: 3 });
      expect(await change({ version: 3, value: null })).toMatchObject({ value: null });
      expect(await change({ version: 4, trigger: 'created' })).toMatchObject({ trigger: 'created', value: null });
    }));
});
