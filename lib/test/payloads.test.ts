import { expect, test } from 'vitest';
import { strayInFrame } from '@/lib/test/payloads';

const ID = '01999999-0000-7000-8000-000000000001';
const frame = (event: string, data: unknown) =>
  JSON.stringify({ event, channel: 'private-x', data: JSON.stringify(data) });

test('ids, versions and the protocol’s own words are nothing stray', () => {
  for (const [event, data] of [
    ['task.changed', { id: ID, version: 3, project_id: ID }],
    ['pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 }],
    ['pusher:signin_success', { user_data: JSON.stringify({ id: ID }) }],
    ['pusher_internal:subscription_succeeded', {}],
    ['pusher_internal:subscription_succeeded', { presence: { count: 1, ids: [ID], hash: { [ID]: {} } } }],
  ] as const)
    expect(strayInFrame(frame(event, data))).toEqual([]);
});

test('anything else is', () => {
  for (const [event, data] of [
    ['task.changed', { id: ID, title: 'Logo' }],
    ['message.added', { id: ID, body: 'Hello' }],
    ['message.added', 'Hello'],
    ['people.changed', { id: 'maya@acme.test' }],
    ['task.changed', { id: ID, version: 'Logo' }],
    ['pusher:signin_success', { user_data: JSON.stringify({ id: ID, email: 'maya@acme.test' }) }],
    ['pusher_internal:member_added', { user_id: ID, user_info: { name: 'Maya' } }],
    ['pusher_internal:subscription_succeeded', { presence: { ids: [ID], hash: { [ID]: { role: 'admin' } } } }],
    ['pusher:unheard_of', {}],
  ] as const)
    expect(strayInFrame(frame(event, data)), event).toHaveLength(1);
});
