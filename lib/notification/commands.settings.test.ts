import { expect, test } from 'vitest';
import { POST } from '@/app/api/unsubscribe/[token]/route';
import { changeSettings } from '@/lib/notification/commands.settings';
import { readSettings } from '@/lib/notification/queries.settings';
import { unsubscribeToken } from '@/lib/notification/queries.unsubscribe';
import { ChangeNotificationSettings } from '@/lib/notification/schema.settings';
import type { Ctx } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';
import { newId } from '@/lib/validation';

test('settings are taken back as they were answered, with one changed', () =>
  asMember('acme.user', async (ctx) => {
    const before = await readSettings(ctx);
    const change = (input: object) => changeSettings(ctx, ChangeNotificationSettings.parse(input));
    expect(await change(before)).toEqual(before);
    expect(await change({ ...before, events: {}, emails: false })).toEqual({ ...before, emails: false });
    expect(await change({ push_key: null, push_browsers: ['mine'] })).toEqual({ ...before, emails: false });
  }));

test('the link of an email to a seat that is gone changes nothing, and says no more', async () => {
  const gone = { org: { id: newId(), name: 'Gone' }, actor: { memberId: newId() } } as Ctx;
  const params = Promise.resolve({ token: unsubscribeToken(gone) });
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await POST(new Request('http://localhost/', { method: 'POST', body }), { params })).status).toBe(200);
});
