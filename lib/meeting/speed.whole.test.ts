import { beforeAll, expect, test } from 'vitest';
import type { FreeBusyRecord, MeetingLine } from '@/lib/meeting/schema';
import { effortOf } from '@/lib/test/effort';
import { acme } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { bearer, call } from '@/lib/test/wire';

/** Fifty people with four weekly series each, a month of two thousand meetings, and a thousand series of ten years. */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
let people: string[] = [];

beforeAll(async () => {
  const org = fixtureId('acme');
  const { rows } = await owner.query<{ id: string }>(
    `with people as (insert into person (id, email, name, password_hash) select gen_random_uuid(), 'speed' || n || '@acme.test', 'Speed ' || n, ''
         from generate_series(1, 50) n returning id, email, name)
     insert into member (org_id, id, person_id, role, approval, name, email)
       select $1, gen_random_uuid(), id, 'user', 1, name, email from people returning id`,
    [org],
  );
  people = rows.map(({ id }) => id);
  await owner.query(
    `with made as (insert into meeting (org_id, id, series_id, audience, organiser_id, title, starts_at, time_zone, minutes, rule, core)
         select $1, id, id, 'internal', $2, 'Series ' || n, '2024-01-01T08:00:00Z'::timestamptz + n * interval '35 minutes' + n % 5 * interval '1 day',
                'Europe/Berlin', 30, 'FREQ=WEEKLY', 'FREQ=WEEKLY'
           from (select n, gen_random_uuid() as id from generate_series(1, 460) n) s returning id, title)
     insert into meeting_attendee (org_id, meeting_id, member_id)
       select $1, id, ($3::uuid[])[1 + (substring(title from '[0-9]+')::int + k * 7) % 50] from made, generate_series(0, 3) k
       on conflict do nothing`,
    [org, acme('admin'), people],
  );
});

/** What it answers, and what the process works for it (effort.ts), not counting the database. */
async function weighed<T>(work: () => Promise<T>): Promise<[T, number]> {
  let value: T | undefined;
  const effort = await effortOf(async () => {
    value = await work();
  });
  return [value as T, effort];
}

test('free and busy of fifty people over two weeks costs little', async () => {
  const token = await bearer('acme.admin');
  const body = { member_ids: people, from: '2027-03-22T00:00:00Z', to: '2027-04-05T00:00:00Z', duration_minutes: 30 };
  const ask = () => call('POST', 'freeBusy', { token, body });
  await ask();
  const [answer, effort] = await weighed(ask);
  expect((answer.body.data as FreeBusyRecord).members).toHaveLength(50);
  expect((answer.body.data as FreeBusyRecord).members.every(({ busy }) => busy.length > 0)).toBe(true);
  expect(effort).toBeLessThan(40);
});

test('a month of two thousand meetings costs little to list', async () => {
  const token = await bearer('acme.admin');
  const query = { from: '2027-03-01T00:00:00Z', to: '2027-04-01T00:00:00Z', limit: '200' };
  const ask = () => call('GET', 'meetingList', { token, query });
  await ask();
  const [answer, effort] = await weighed(ask);
  expect(answer.body.docs as MeetingLine[]).toHaveLength(200);
  expect(answer.body.totalDocs).toBeGreaterThan(2_000);
  expect(effort).toBeLessThan(60);
});

test('a thousand series of ten years, each with its own days, cost little to list, the first time too', async () => {
  await owner.query('delete from meeting');
  await owner.query(
    `insert into meeting (org_id, id, series_id, audience, organiser_id, title, starts_at, time_zone, minutes, rule, core)
       select $1, id, id, 'internal', $2, 'Old ' || n, '2017-01-01T08:00:00Z'::timestamptz + n * interval '1 day', 'America/New_York', 30, rule, rule
         from (select n, gen_random_uuid() as id, (array['FREQ=WEEKLY', 'FREQ=DAILY;INTERVAL=20', 'FREQ=MONTHLY', 'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR'])[1 + n % 4] as rule
                 from generate_series(1, 1000) n) s`,
    [fixtureId('acme'), acme('admin')],
  );
  const token = await bearer('acme.admin');
  const query = { from: '2027-03-01T00:00:00Z', to: '2027-04-01T00:00:00Z', limit: '50' };
  // The first time: nothing of them is known yet.
  const [answer, effort] = await weighed(() => call('GET', 'meetingList', { token, query }));
  expect(answer.body.totalDocs).toBeGreaterThan(2_000);
  expect(effort).toBeLessThan(120);
});
