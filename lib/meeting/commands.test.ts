import { afterEach, describe, expect, test } from 'vitest';
import { POST as answerAt, GET as pageOf } from '@/app/api/answer/[token]/route';
import { GET } from '@/app/api/calendar/[token]/route';
import { listMails } from '@/lib/mail/sink';
import { freshMeeting } from '@/lib/meeting/endpoints.examples';
import { openAnswerLink, readInvited } from '@/lib/meeting/queries.invited';
import { nextMeeting } from '@/lib/meeting/queries.own';
import { type MeetingPageData, type MeetingQuery, readMeetingPage } from '@/lib/meeting/queries.page';
import { projectMeetings } from '@/lib/meeting/queries.project';
import { remindOfMeetings } from '@/lib/meeting/queries.remind';
import type {
  AgendaItemRecord,
  CalendarFeedRecord,
  FreeBusyRecord,
  MeetingLine,
  MeetingRecord,
  MinutesRecord,
} from '@/lib/meeting/schema';
import { momentAt } from '@/lib/meeting/zones';
import { seal } from '@/lib/seal';
import type { TaskDetail } from '@/lib/task/schema';
import { asMember } from '@/lib/test/as-member';
import { acme, WEB } from '@/lib/test/example';
import { occurrencesIn } from '@/lib/test/icalendar';
import { ownerClient } from '@/lib/test/owner';
import { bearer, call } from '@/lib/test/wire';
import { newId } from '@/lib/validation';

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
afterEach(async () => {
  await owner.query('delete from meeting; delete from calendar_feed; delete from job; delete from notification');
});

const ask = async <T>(method: Parameters<typeof call>[0], path: string, body?: object, who = 'acme.leader') => {
  const [at, query] = path.split('?');
  const answer = await call(method, at as string, {
    token: await bearer(who),
    ...(body && { body }),
    ...(query && { query: Object.fromEntries(new URLSearchParams(query)) }),
  });
  if (answer.status >= 500) throw new Error(JSON.stringify(answer.body));
  return { status: answer.body.status as number, data: answer.body.data as T, body: answer.body };
};
const make = async (more: object, who = 'acme.leader') => {
  const made = await ask<MeetingRecord>(
    'POST',
    'meeting',
    { title: 'Standup', duration_minutes: 30, time_zone: 'Europe/Berlin', ...more },
    who,
  );
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.data;
};
const berlin = (text: string) => new Date(momentAt(Date.parse(`${text}:00Z`), 'Europe/Berlin')).toISOString();
const list = async (from: string, to: string, who = 'acme.leader', more = '') =>
  (await ask<never>('GET', `meetingList?from=${from}T00:00:00Z&to=${to}T00:00:00Z&limit=200${more}`, undefined, who))
    .body.docs as MeetingLine[];
const fetchFeed = async (url: string) => {
  const token = url.split('/').at(-1) as string;
  const answer = await GET(new Request(url), { params: Promise.resolve({ token }) });
  return { status: answer.status, text: await answer.text() };
};

const instantsIn = (text: string, until: string) =>
  occurrencesIn(text, Date.parse(until))
    .map(({ from }) => new Date(from).toISOString())
    .sort();

test('a meeting of whole days lasts from its first day to its last, also where the clock is changed', async () => {
  const whole = { all_day: true, duration_minutes: undefined };
  const it = await make({ ...whole, starts_at: berlin('2099-03-28T00:00'), ends_at: berlin('2099-03-30T00:00') });
  expect(it.ends_at).toBe(berlin('2099-03-30T00:00'));
  const later = await ask<MeetingRecord>('PATCH', `meeting/${it._id}`, { starts_at: berlin('2099-04-01T09:00') });
  expect(later.data).toMatchObject({ starts_at: berlin('2099-04-01T00:00'), ends_at: berlin('2099-04-03T00:00') });
  const short = await ask<MeetingRecord>('PATCH', `meeting/${it._id}`, { ends_at: berlin('2099-04-01T17:00') });
  expect(short.data.ends_at).toBe(berlin('2099-04-02T00:00'));
  const hours = await make({ starts_at: berlin('2099-05-01T09:00') });
  const day = await ask<MeetingRecord>('PATCH', `meeting/${hours._id}`, { all_day: true });
  expect(day.data).toMatchObject({ starts_at: berlin('2099-05-01T00:00'), ends_at: berlin('2099-05-02T00:00') });
});

describe('a series', () => {
  const daily = () =>
    make({
      starts_at: berlin('2099-03-01T02:30'),
      rrule: 'FREQ=DAILY;COUNT=60',
      attendee_ids: [acme('user')],
      project_id: WEB,
    });

  test('is changed meeting by meeting and split twice: screen, feed and file say the same moments', async () => {
    const it = await daily();
    expect(it.notes[0]).toMatch(/leaves out 2099-03-29 at 02:30/);
    const at = (day: string) => berlin(`2099-${day}T02:30`);
    const edit = (body: object) => ask<MeetingRecord>('PATCH', `meeting/${it._id}`, body);
    expect(
      (await edit({ scope: 'this', occurrence: at('03-05'), starts_at: berlin('2099-03-12T15:00'), title: 'Long one' }))
        .data,
    ).toMatchObject({
      moved: true,
      title: 'Long one',
      ends_at: berlin('2099-03-12T15:30'),
    });
    expect(
      (await ask('DELETE', `meeting/${it._id}`, { scope: 'this', occurrence: at('03-20'), reason: 'Fair' })).status,
    ).toBe(200);
    expect(
      (await ask('POST', `meetingAnswer/${it._id}`, { answer: 'no', occurrence: at('03-22') }, 'acme.user')).status,
    ).toBe(200);
    const second = await edit({ scope: 'following', occurrence: at('03-15'), starts_at: berlin('2099-03-15T03:15') });
    expect(second.data._id).not.toBe(it._id);
    // The first name still leads to a meeting of a later part.
    const third = await edit({
      scope: 'following',
      occurrence: berlin('2099-04-01T03:15'),
      duration_minutes: 45,
      title: 'Late standup',
    });
    expect(third.data).toMatchObject({ title: 'Late standup', series_id: it._id, duration_minutes: 45 });

    const lines = await list('2099-02-01', '2099-06-01');
    const days = lines.filter(({ status }) => status === 'confirmed').map(({ starts_at }) => starts_at);
    // The day whose 02:30 is left out has a 03:15.
    expect(days).toHaveLength(60);
    expect(lines.find(({ status }) => status === 'cancelled')).toMatchObject({
      starts_at: berlin('2099-03-20T03:15'),
      reason: 'Fair',
    });
    expect(lines.filter(({ _id }) => _id === it._id)).toHaveLength(14);
    expect(lines.find(({ starts_at }) => starts_at === berlin('2099-03-22T03:15'))?.attendees).toContainEqual(
      expect.objectContaining({ _id: acme('user'), answer: 'no' }),
    );
    const feed = await ask<CalendarFeedRecord>('POST', 'calendarFeed', { project_id: WEB });
    const meetingsOf = async ({ url }: CalendarFeedRecord) =>
      (await fetchFeed(url as string)).text.replace(/BEGIN:VEVENT\r\nUID:task-[\s\S]*?END:VEVENT\r\n/g, '');
    expect(instantsIn(await meetingsOf(feed.data), '2099-07-01')).toEqual([...days].sort());
    const own = await ask<CalendarFeedRecord>('POST', 'calendarFeed', {}, 'acme.user');
    const theirs = await meetingsOf(own.data);
    // What one said no to is not in one's own calendar, and nothing is there twice.
    expect(instantsIn(theirs, '2099-07-01')).toEqual(days.filter((day) => day !== berlin('2099-03-22T03:15')).sort());
  });

  test('at another time for all: no meeting that has begun is another, and what was cancelled stays so', async () => {
    const began = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 20 * 86_400_000);
    const it = await make({ starts_at: began.toISOString(), time_zone: 'UTC', rrule: 'FREQ=DAILY' });
    const day = (n: number, minutes = 0) => new Date(began.getTime() + n * 86_400_000 + minutes * 60_000).toISOString();
    for (const n of [3, 25]) await ask('DELETE', `meeting/${it._id}`, { scope: 'this', occurrence: day(n) });
    const all = await ask<MeetingRecord>('PATCH', `meeting/${it._id}`, { scope: 'all', starts_at: day(0, 90) });
    expect(all.status).toBe(200);
    const lines = await list(day(0).slice(0, 10), day(30).slice(0, 10));
    const past = lines.filter(({ starts_at }) => starts_at < new Date().toISOString());
    expect(past.every(({ starts_at }) => starts_at.endsWith('T00:00:00.000Z'))).toBe(true);
    const later = lines.filter(({ starts_at }) => starts_at > new Date().toISOString());
    expect(later.every(({ starts_at }) => starts_at.endsWith('T01:30:00.000Z'))).toBe(true);
    expect(lines.filter(({ status }) => status === 'cancelled').map(({ starts_at }) => starts_at)).toEqual([
      day(3),
      day(25, 90),
    ]);
    expect(lines).toHaveLength(30);
  });

  test.each([
    ['title', { title: 'Retro' }, ({ title }: MeetingLine) => title === 'Retro'],
    ['place', { place: 'Roof' }, ({ place }: MeetingLine) => place === 'Roof'],
    [
      'people',
      { attendee_ids: [acme('user')] },
      ({ attendees }: MeetingLine) => attendees.some(({ _id }) => _id === acme('user')),
    ],
    ['audience', { audience: 'client' }, ({ audience }: MeetingLine) => audience === 'client'],
  ])('with another %s for all is another from now on, in each part, and as it was before', async (...row) => {
    const [, change, isOther] = row;
    const began = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 5 * 86_400_000);
    const day = (n: number) => new Date(began.getTime() + n * 86_400_000).toISOString();
    const it = await make({ starts_at: day(0), time_zone: 'UTC', rrule: 'FREQ=DAILY' });
    await ask('PATCH', `meeting/${it._id}`, { scope: 'following', occurrence: day(8), duration_minutes: 45 });
    expect((await ask('PATCH', `meeting/${it._id}`, { scope: 'all', ...change })).status).toBe(200);
    const lines = await list(day(0).slice(0, 10), day(12).slice(0, 10));
    const now = new Date().toISOString();
    expect(lines.map(isOther)).toEqual(lines.map(({ starts_at }) => starts_at > now));
    expect(lines).toHaveLength(12);
  });

  test.each<[string, object, (line: MeetingLine) => boolean]>([
    ['time', { starts_at: '2099-01-03T13:00:00Z' }, ({ starts_at }) => starts_at.slice(11, 13) === '13'],
    ['title', { title: 'Retro' }, ({ title }) => title === 'Retro'],
    ['place', { place: 'Roof' }, ({ place }) => place === 'Roof'],
    ['people', { attendee_ids: [acme('user')] }, ({ attendees }) => attendees.some(({ _id }) => _id === acme('user'))],
  ])('with another %s for this and all that follow goes on through parts that come later', async (...row) => {
    const [, change, isOther] = row;
    const day = (n: number, hour = 12) => `2099-01-0${n}T${hour}:00:00.000Z`;
    const it = await make({ starts_at: day(1), time_zone: 'UTC', rrule: 'FREQ=DAILY;COUNT=9' });
    const edit = (scope: string, n: number, body: object) =>
      ask('PATCH', `meeting/${it._id}`, { scope, occurrence: day(n), ...body });
    await edit('this', 8, { starts_at: day(8, 18) });
    await ask('DELETE', `meeting/${it._id}`, { scope: 'this', occurrence: day(6) });
    for (const [n, duration_minutes] of [
      [5, 45],
      [7, 50],
    ] as const)
      await edit('following', n, { duration_minutes });
    // What is cancelled from here on stays as it was.
    await ask('DELETE', `meeting/${it._id}`, { scope: 'following', occurrence: day(9) });
    expect((await edit('following', 3, change)).status).toBe(200);
    const lines = await list('2099-01-01', '2099-01-31');
    expect(lines.filter((line) => !line.moved).map(isOther)).toEqual([false, false, ...Array(5).fill(true), false]);
    expect(lines.map(({ status }) => status === 'cancelled').indexOf(true)).toBe(5);
    expect(lines.filter(({ moved }) => moved).map(({ starts_at }) => starts_at)).toEqual([day(8, 18)]);
  });

  test.each([
    ['this', [3], [3]],
    ['following', [3], [3, 4, 5]],
    ['all', [], [1, 2, 3, 4, 5]],
  ])('that is cancelled as a whole comes back, %s, and what was cancelled by itself stays so', async (...row) => {
    const [scope, named, back] = row;
    const day = (n: number) => `2099-01-0${n}T12:00:00.000Z`;
    const it = await make({ starts_at: day(1), time_zone: 'UTC', rrule: 'FREQ=DAILY;COUNT=6' });
    await ask('DELETE', `meeting/${it._id}`, { scope: 'this', occurrence: day(6) });
    await ask('PATCH', `meeting/${it._id}`, { scope: 'following', occurrence: day(4), duration_minutes: 45 });
    expect((await ask('DELETE', `meeting/${it._id}`, { scope: 'all', reason: 'Fair' })).status).toBe(200);
    const held = async () =>
      (await list('2099-01-01', '2099-01-31'))
        .filter(({ status }) => status === 'confirmed')
        .map(({ starts_at }) => starts_at);
    expect(await held()).toEqual([]);
    const [occurrence] = named.map(day);
    const answer = await ask('POST', `restoreMeeting/${it._id}`, { scope, ...(occurrence && { occurrence }) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await held()).toEqual(back.map(day));
    expect(
      (
        await ask('POST', `restoreMeeting/${it._id}`, {
          scope: 'this',
          occurrence: back.length ? day(back[0] as number) : day(1),
        })
      ).status,
    ).toBe(409);
  });

  test('of which one has words of its own keeps them when that one is moved, and its time when they change', async () => {
    const { _id: id, occurrence } = await daily();
    const edit = async (more: object) =>
      (await ask<MeetingRecord>('PATCH', `meeting/${id}`, { scope: 'this', occurrence, ...more })).data;
    const words = { title: 'Kick-off', place: 'Hall', url: 'https://meet.example/hall' };
    await edit(words);
    const moved = { starts_at: berlin('2099-03-01T10:00'), ends_at: berlin('2099-03-01T10:45') };
    expect(await edit(moved)).toMatchObject({ ...words, ...moved });
    expect(await edit({ place: 'Yard' })).toMatchObject({ ...words, place: 'Yard', ...moved });
  });

  test('is named by the meeting that a change begins with, and by the part whose rule is another', async () => {
    const { _id: id } = await daily();
    const edit = (body: object) => ask('PATCH', `meeting/${id}`, body);
    for (const scope of ['this', 'following'])
      expect((await edit({ scope, title: 'Retro' })).body.errors).toHaveProperty('occurrence');
    const occurrence = berlin('2099-03-10T02:30');
    const weekly = { scope: 'following', occurrence, rrule: 'FREQ=WEEKLY;COUNT=4' };
    expect((await edit(weekly)).data).toMatchObject({ rrule: weekly.rrule, series_id: id });
    expect((await edit({ scope: 'all', rrule: 'FREQ=DAILY;COUNT=3' })).body.errors).toHaveProperty('rrule');
    const days = (await list('2099-03-01', '2099-06-01')).map(({ starts_at }) => starts_at.slice(5, 10));
    expect(days).toHaveLength(13);
    expect(days.slice(8)).toEqual([...['03-09', '03-10', '03-17', '03-24', '03-31']]);
  });

  test('begins with a meeting that was one alone, whose agenda stays that of the first', async () => {
    const it = await make({ starts_at: '2099-01-05T12:00:00Z', time_zone: 'UTC', agenda: ['Numbers'] });
    const { data } = await ask<MeetingRecord>('PATCH', `meeting/${it._id}`, { rrule: 'FREQ=DAILY;COUNT=2' });
    expect(data).toMatchObject({ rrule: 'FREQ=DAILY;COUNT=2' });
    const agendas = [];
    for (const { occurrence } of await list('2099-01-01', '2099-01-31'))
      agendas.push((await ask<MeetingRecord>('GET', `meeting/${it._id}?occurrence=${occurrence}`)).data.agenda);
    expect(agendas).toMatchObject([[{ title: 'Numbers', carried: false }], [{ title: 'Numbers', carried: true }]]);
  });

  test('that comes back from one on has that one, though it was cancelled by itself before', async () => {
    const day = (n: number) => `2099-01-0${n}T12:00:00.000Z`;
    const it = await make({ starts_at: day(1), time_zone: 'UTC', rrule: 'FREQ=DAILY;COUNT=4' });
    for (const n of [2, 4]) await ask('DELETE', `meeting/${it._id}`, { scope: 'this', occurrence: day(n) });
    await ask('DELETE', `meeting/${it._id}`, { scope: 'all' });
    await ask('POST', `restoreMeeting/${it._id}`, { scope: 'following', occurrence: day(2) });
    const held = (await list('2099-01-01', '2099-01-31')).filter(({ status }) => status === 'confirmed');
    expect(held.map(({ starts_at }) => starts_at)).toEqual([day(2), day(3)]);
  });

  test('whose rule is none is refused in words', async () => {
    const times = { starts_at: berlin('2099-01-05T09:00'), duration_minutes: 5, time_zone: 'Europe/Berlin' };
    const answer = await ask('POST', 'meeting', { title: 'Never', ...times, rrule: 'FREQ=SECONDLY' });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['rrule']]);
  });

  test('a stale version is refused, and a change of one meeting cannot change its people, nor end it before it begins', async () => {
    const it = await daily();
    expect((await ask('PATCH', `meeting/${it._id}`, { version: it.version + 1, title: 'No' })).status).toBe(409);
    const one = { scope: 'this', occurrence: it.occurrence, attendee_ids: [] };
    expect((await ask('PATCH', `meeting/${it._id}`, one)).status).toBe(422);
    const end = { scope: 'this', occurrence: it.occurrence, ends_at: berlin('2099-03-01T02:00') };
    expect((await ask('PATCH', `meeting/${it._id}`, end)).body.errors).toHaveProperty('ends_at');
  });
});

test.each<[string, object, string]>([
  ['somebody who is not there', { attendee_ids: [newId()] }, 'attendee_ids'],
  ['a client, while it is the team’s', { attendee_ids: [acme('client')] }, 'audience'],
  ['an end before it begins', { ends_at: '2099-01-05T11:00:00Z' }, 'ends_at'],
  ['an end fifteen days later', { ends_at: '2099-01-20T12:01:00Z' }, 'ends_at'],
])('a meeting is not changed to have %s', async (_what, change, field) => {
  const it = await make({ starts_at: '2099-01-05T12:00:00Z', attendee_ids: [acme('user')] });
  const answer = await ask('PATCH', `meeting/${it._id}`, change);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  const fine = { ends_at: '2099-01-19T12:00:00Z' };
  expect((await ask('PATCH', `meeting/${it._id}`, fine)).status).toBe(200);
});

test('a meeting belongs to no archived project', async () => {
  await owner.query(`update project set status = 'archived' where id = $1`, [WEB]);
  const times = { starts_at: '2099-01-05T12:00:00Z', duration_minutes: 5, time_zone: 'UTC' };
  const made = await ask('POST', 'meeting', { title: 'Late', ...times, project_id: WEB }, 'acme.admin');
  const it = await make(times, 'acme.admin');
  const moved = await ask('PATCH', `meeting/${it._id}`, { project_id: WEB }, 'acme.admin');
  await owner.query(`update project set status = 'active' where id = $1`, [WEB]);
  expect([made.status, moved.status]).toEqual([409, 409]);
});

test('a meeting has each field that is named anew, and keeps the others', async () => {
  const it = await make({
    starts_at: '2099-01-05T12:00:00Z',
    place: 'Hall',
    reminders: [15],
    attendee_ids: [acme('user')],
  });
  const edit = (body: object) => ask<MeetingRecord>('PATCH', `meeting/${it._id}`, body);
  const url = 'https://meet.example/hall';
  for (const change of [
    { url },
    { time_zone: 'Asia/Tokyo' },
    { reminders: [5, 60] },
    { place: '' },
    { audience: 'client' },
    { project_id: WEB },
    { duration_minutes: 45 },
    { title: 'Retro' },
  ])
    expect((await edit(change)).data).toMatchObject(change);
  const { version: _version, ...kept } = (await ask<MeetingRecord>('GET', `meeting/${it._id}`)).data;
  expect(kept).toMatchObject({
    ...{ url, place: '', time_zone: 'Asia/Tokyo', reminders: [5, 60], audience: 'client', project_id: WEB },
    ...{ title: 'Retro', starts_at: '2099-01-05T12:00:00.000Z', ends_at: '2099-01-05T12:45:00.000Z' },
    attendees: [{ _id: acme('leader') }, { _id: acme('user') }],
  });
});

test('a meeting that is cancelled is neither changed nor answered nor cancelled again, until it is brought back', async () => {
  for (const rrule of [null, 'FREQ=DAILY;COUNT=3']) {
    const it = await make({ starts_at: '2099-01-05T12:00:00Z', time_zone: 'UTC', rrule, attendee_ids: [acme('user')] });
    const one = rrule ? { occurrence: '2099-01-06T12:00:00Z' } : {};
    const path = `meeting/${it._id}`;
    const restore = () => ask<MeetingRecord>('POST', `restoreMeeting/${it._id}`, one);
    expect((await restore()).status).toBe(409);
    expect((await ask('DELETE', path, one)).status).toBe(200);
    expect((await ask('DELETE', path, one)).status).toBe(409);
    if (!rrule) {
      expect((await ask('PATCH', path, { title: 'Retro' })).status).toBe(409);
      expect((await ask('POST', `meetingAnswer/${it._id}`, { answer: 'yes' }, 'acme.user')).status).toBe(409);
    }
    expect((await restore()).data).toMatchObject({ status: 'confirmed', reason: '' });
    expect((await restore()).status).toBe(409);
  }
});

test('a meeting of no project is changed by who made it, and by who manages everything', async () => {
  const edited = async (by: string, who: string) => {
    const it = await make({ starts_at: berlin('2099-03-01T10:00'), attendee_ids: [acme('leader')] }, by);
    return (await ask('PATCH', `meeting/${it._id}`, { title: 'Retro' }, who)).status;
  };
  expect([await edited('acme.user', 'acme.leader'), await edited('acme.user', 'acme.user')]).toEqual([403, 200]);
  expect(await edited('acme.leader', 'acme.subadmin')).toBe(200);
});

test('the history of a meeting tells the team what changed in every part, and a client nothing', async () => {
  const it = await make({
    ...{ starts_at: '2099-01-05T12:00:00Z', time_zone: 'UTC', rrule: 'FREQ=DAILY;COUNT=9', project_id: WEB },
    ...{ audience: 'client', attendee_ids: [acme('client')], agenda: ['Prices'] },
  });
  const edit = (body: object) => ask<MeetingRecord>('PATCH', `meeting/${it._id}`, body);
  const late = { scope: 'this', occurrence: '2099-01-06T12:00:00Z', starts_at: '2099-01-06T15:00:00Z' };
  for (const change of [
    late,
    { scope: 'following', occurrence: '2099-01-09T12:00:00Z', title: 'Retro', attendee_ids: [acme('user')] },
  ])
    expect((await edit(change)).status).toBe(200);
  const { _id: line } = it.agenda[0] as AgendaItemRecord;
  await ask('PATCH', `agendaItem/${line}`, { version: 1, minutes: 5 });
  await ask('DELETE', `meeting/${it._id}`, { scope: 'this', occurrence: '2099-01-07T12:00:00Z', reason: 'Fair' });
  const told = async (who: string) =>
    ((await ask('GET', `meetingActivity/${it._id}`, undefined, who)).body.docs as { says: string }[]).map(({ says }) =>
      says.replace(/[\u2066-\u2069]/g, ''),
    );
  const [cancelled, changed, ended, moved, ...made] = await told('acme.user');
  expect(cancelled).toBe('cancelled the meeting “Standup”: Fair');
  expect(changed).toBe('changed the agenda line “Prices”');
  expect(ended).toMatch(
    /^changed the title and people of the meeting “Retro” from .*2099 on: before “Standup”; invited user of acme; no longer invited client of acme$/,
  );
  expect(moved).toMatch(/^changed the time of the meeting “Standup” of .*2099: now .*2099/);
  expect(made.sort()).toEqual(['added the agenda line “Prices”', 'arranged the meeting “Standup”']);
  expect(await told('acme.client')).toEqual([]);
});

test('somebody invited from outside the project marks decisions and sends minutes, which its people find in its activity', async () => {
  const as = 'acme.outsider';
  const invite = { project_id: WEB, attendee_ids: [acme('outsider'), acme('admin')] };
  const { _id: meeting_id } = await make({ starts_at: '2099-01-05T12:00:00Z', ...invite });
  const line = await ask<AgendaItemRecord>('POST', 'agendaItem', { meeting_id, title: 'Prices', notes: 'As is' }, as);
  expect(line.status).toBe(201);
  const decided = await ask('PATCH', `agendaItem/${line.data._id}`, { version: 1, decision: true }, as);
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  const minutes = await ask<MinutesRecord & { sent: number }>('POST', `sendMinutes/${meeting_id}`, {}, as);
  expect(minutes.data).toMatchObject({ sent: 1 });
  const kinds = (await ask('GET', `meetingActivity/${meeting_id}`)).body.docs as { kind: string }[];
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['agenda.decided', 'minutes.sent']));
});

describe('a client', () => {
  test('sees meetings shared with clients where it is invited, and of them the lines for clients, by every door', async () => {
    const [shared, internal] = [await freshMeeting(owner), await freshMeeting(owner, 'internal')];
    const uninvited = await make({
      starts_at: '2099-01-05T12:00:00Z',
      project_id: WEB,
      audience: 'client',
      title: 'Not yours',
    });
    for (const [audience, title] of [
      ['client', 'Prices'],
      ['internal', 'Margins'],
    ] as const) {
      const made = await ask<AgendaItemRecord>('POST', 'agendaItem', { meeting_id: shared, title, audience });
      await ask('PATCH', `agendaItem/${made.data._id}`, { version: 1, decision: true });
    }
    const as = 'acme.client';
    expect((await list('2099-01-01', '2099-02-01', as)).map(({ _id }) => _id)).toEqual([shared]);
    const { data } = await ask<MeetingRecord>('GET', `meeting/${shared}`, undefined, as);
    expect(data.agenda.map(({ title }) => title)).toEqual(['Prices']);
    const decisions = (await ask('GET', 'decisionList', undefined, as)).body.docs as { title: string }[];
    expect(decisions.map(({ title }) => title)).toEqual(['Prices']);
    for (const id of [internal, uninvited._id])
      for (const path of [`meeting/${id}`, `meetingFile/${id}`])
        expect((await ask('GET', path, undefined, as)).status).toBe(404);
    expect(
      (
        await ask(
          'POST',
          'freeBusy',
          { member_ids: [acme('user')], from: '2099-01-05T00:00:00Z', to: '2099-01-06T00:00:00Z' },
          as,
        )
      ).status,
    ).toBe(403);
    for (const body of [{}, { project_id: WEB }]) {
      const { data: feed } = await ask<CalendarFeedRecord>('POST', 'calendarFeed', body, as);
      const { text } = await fetchFeed(feed.url as string);
      expect(text.match(/UID:[0-9a-f-]{36}@/g)).toEqual([`UID:${shared}@`]);
    }
    const refused = {
      title: 'x',
      starts_at: '2099-01-05T12:00:00Z',
      duration_minutes: 5,
      time_zone: 'UTC',
      attendee_ids: [acme('client')],
    };
    expect((await ask('POST', 'meeting', refused)).status).toBe(422);
  });
});

describe('an agenda', () => {
  const line = async (meeting_id: string, more = {}) =>
    (await ask<AgendaItemRecord>('POST', 'agendaItem', { meeting_id, title: 'Prices', ...more })).data;
  const edit = (id: string, body: object, who?: string) =>
    ask<AgendaItemRecord>('PATCH', `agendaItem/${id}`, body, who);
  const told = async () =>
    (
      await owner.query(
        `select member_id as id, data ->> 'how' as how from notification where kind = 'agenda.overlapped' order by created_at`,
      )
    ).rows;

  test.each<[string, object | null, object, number, object, string?]>([
    ['other fields', { title: 'Costs' }, { notes: 'Said' }, 200, { title: 'Costs', notes: 'Said', merged: null }],
    ['other lines', { notes: 'a\nb\nc!' }, { notes: 'a!\nb\nc' }, 200, { notes: 'a!\nb\nc!', merged: 'merged' }],
    [
      'the same line',
      { notes: 'a\nB\nc' },
      { notes: 'a\nbb\nc' },
      200,
      { notes: 'a\nB\n\n*At the same time, user of acme:*\n\nbb\nc', merged: 'both' },
      'both',
    ],
    ['the same title', { title: 'Costs' }, { title: 'Fees', notes: 'x' }, 409, { title: 'Costs', notes: 'a\nb\nc' }],
    ['the same on purpose', { title: 'Costs' }, { title: 'Fees', overwrite: true }, 200, { title: 'Fees' }, 'replaced'],
    ['what was removed', null, { notes: 'Said' }, 200, { notes: 'Said', title: 'Prices' }, 'returned'],
  ])('of which two change %s at once loses nothing, and is the same if it is sent twice', async (...row) => {
    const [, theirs, mine, status, expected, how] = row;
    const { _id: id } = await line(await freshMeeting(owner), { notes: 'a\nb\nc' });
    if (theirs) expect((await edit(id, { version: 1, ...theirs })).status).toBe(200);
    else await ask('DELETE', `agendaItem/${id}`);
    const first = await edit(id, { version: 1, ...mine }, 'acme.user');
    expect(first.status).toBe(status);
    expect(status === 409 ? first.body.current : first.data).toMatchObject(expected);
    const { version: _version, merged: _merged, ...after } = first.data ?? {};
    if (status === 200) expect((await edit(id, { version: 1, ...mine }, 'acme.user')).data).toMatchObject(after);
    expect(await told()).toEqual(how ? [{ id: acme('leader'), how }] : []);
  });

  test('of a series has minutes of each meeting; what is open rolls on and stays where it was settled', async () => {
    const it = await make({
      starts_at: '2099-01-05T12:00:00Z',
      time_zone: 'UTC',
      rrule: 'FREQ=DAILY;COUNT=5',
      agenda: ['Numbers'],
    });
    const day = (n: number) => `2099-01-0${4 + n}T12:00:00.000Z`;
    const at = async (n: number) =>
      (await ask<MeetingRecord>('GET', `meeting/${it._id}?occurrence=${day(n)}`)).data.agenda.map(
        ({ title, notes, done, carried }) => [title, notes, ...(done ? ['done'] : []), ...(carried ? ['carried'] : [])],
      );
    const [numbers] = it.agenda as [AgendaItemRecord];
    for (const notes of ['12', '12'])
      expect((await edit(numbers._id, { version: 1, occurrence: day(1), notes })).data.standing_id).toBe(numbers._id);
    await edit(numbers._id, { version: 1, occurrence: day(1), title: 'Figures' });
    const open = await line(it._id, { occurrence: day(1), title: 'Call' });
    expect([await at(1), await at(2)]).toEqual([
      [
        ['Figures', '12'],
        ['Call', ''],
      ],
      [
        ['Numbers', ''],
        ['Call', '', 'carried'],
      ],
    ]);
    const last = { version: 1, occurrence: day(2), after_id: null, done: true };
    expect((await edit(open._id, last)).data).toMatchObject({ done: true, carried: true });
    await ask('DELETE', `agendaItem/${numbers._id}`, { occurrence: day(3) });
    expect([await at(2), await at(3)]).toEqual([
      [
        ['Call', '', 'done', 'carried'],
        ['Numbers', ''],
      ],
      [],
    ]);
    // A change of the time from the fourth on: lines of every meeting are there too.
    await ask('PATCH', `meeting/${it._id}`, {
      scope: 'following',
      occurrence: day(4),
      starts_at: '2099-01-08T13:00:00Z',
    });
    const later = await ask<MeetingRecord>('GET', `meeting/${it._id}?occurrence=2099-01-09T13:00:00Z`);
    expect(later.data.agenda.map(({ title }) => title)).toEqual(['Numbers']);
  });

  test('has its lines in the order in which they were put, and moved', async () => {
    const meeting_id = await freshMeeting(owner);
    const order = async () =>
      (await ask<MeetingRecord>('GET', `meeting/${meeting_id}`)).data.agenda.map(({ title }) => title).join(' ');
    const [a, b] = [await line(meeting_id, { title: 'A' }), await line(meeting_id, { title: 'B' })];
    const c = await line(meeting_id, { title: 'C', after_id: a._id });
    await line(meeting_id, { title: 'D', after_id: null });
    expect(await order()).toBe('D A C B');
    await edit(a._id, { version: 1, after_id: b._id });
    expect(await order()).toBe('D C B A');
    await edit(b._id, { version: 1, after_id: null });
    expect(await order()).toBe('B D C A');
    await edit(b._id, { version: 2, after_id: c._id });
    expect(await order()).toBe('D C B A');
    const other = await line(await freshMeeting(owner));
    expect((await edit(a._id, { version: 2, after_id: other._id })).body.errors).toHaveProperty('after_id');
  });

  test.each<[string, object, string]>([
    ['of somebody who left', { owner_id: acme('gone') }, 'owner_id'],
    ['for clients, while the meeting is the team’s', { audience: 'client' }, 'audience'],
  ])('has no line %s', async (_what, more, field) => {
    const meeting_id = await freshMeeting(owner, 'internal');
    const made = await ask('POST', 'agendaItem', { meeting_id, title: 'Prices', ...more });
    expect([made.status, Object.keys(made.body.errors ?? {})]).toEqual([422, [field]]);
    const changed = await edit((await line(meeting_id))._id, { version: 1, ...more });
    expect([changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([422, [field]]);
  });

  test('without a line that was removed, until it is brought back', async () => {
    const { _id: id } = await line(await freshMeeting(owner), { minutes: 5 });
    expect((await ask('DELETE', `agendaItem/${id}`)).status).toBe(200);
    for (const answer of [
      await ask('DELETE', `agendaItem/${id}`),
      await ask('POST', `agendaItemToTask/${id}`, {}),
      await edit(id, { version: 2, minutes: 10 }),
    ])
      expect(answer.status).toBe(404);
    expect((await edit(id, { version: 2, removed: false })).data).toMatchObject({ title: 'Prices', minutes: 5 });
    expect(await told()).toEqual([]);
    const set = { owner_id: acme('user'), minutes: 10, decision: true };
    const { data } = await edit(id, { version: 3, ...set });
    expect(data).toMatchObject({ owner: { _id: acme('user') }, minutes: 10, decision: true });
    const { data: none } = await edit(id, { version: 4, owner_id: null, minutes: null, decision: false });
    expect(none).toMatchObject({ owner: null, minutes: null, decision: false });
    const decisions = (await ask('GET', 'decisionList')).body.docs as { _id: string }[];
    expect(decisions.map(({ _id }) => _id)).not.toContain(id);
  });

  test('of no project makes tasks where it is said', async () => {
    const it = await make({ starts_at: '2099-01-05T12:00:00Z', agenda: ['Prices'] });
    const id = it.agenda[0]?._id;
    expect((await ask('POST', `agendaItemToTask/${id}`, {})).body.errors).toHaveProperty('project_id');
    const { data } = await ask<AgendaItemRecord>('POST', `agendaItemToTask/${id}`, { project_id: WEB });
    expect(data.task).toMatchObject({ key: expect.stringMatching(/^WEB-/), title: 'Prices' });
  });

  test('makes a task of a line once, for its owner, and each shows the other to who may see it', async () => {
    const meeting_id = await freshMeeting(owner);
    const { _id: id } = await line(meeting_id, { owner_id: acme('user') });
    const made = await ask<AgendaItemRecord>('POST', `agendaItemToTask/${id}`, {});
    expect(made.data.task).toMatchObject({ title: 'Prices' });
    expect((await ask('POST', `agendaItemToTask/${id}`, {})).status).toBe(409);
    const task = (who?: string) => ask<TaskDetail>('GET', `task/${made.data.task?._id}`, undefined, who);
    expect((await task()).data).toMatchObject({
      assignees: [{ _id: acme('user') }],
      meetings: [{ _id: meeting_id, line: 'Prices' }],
    });
    await ask('PATCH', `meeting/${meeting_id}`, { project_id: null }, 'acme.admin');
    expect((await task('acme.leader')).data.meetings).toHaveLength(1);
    expect((await task('acme.user2')).data.meetings).toEqual([]);
  });
});

test('a meeting is found by its title and its agenda, by whoever sees those', async () => {
  await make({ title: 'Zeppelin review', starts_at: '2099-01-05T12:00:00Z', attendee_ids: [acme('user')] });
  const shared = await make({
    ...{ title: 'Quokka talk', starts_at: '2099-01-05T12:00:00Z', audience: 'client', attendee_ids: [acme('client')] },
    ...{
      project_id: WEB,
      agenda: [
        { title: 'Narwhal prices', audience: 'client' },
        { title: 'Narwhal margins walrus', audience: 'internal' },
      ],
    },
  });
  const found = async (who: string, q: string) =>
    ((await ask('GET', `search?q=${q}&kinds=meeting`, undefined, `acme.${who}`)).body.docs as { title: string }[]).map(
      ({ title }) => title,
    );
  for (const [q, ...who] of [
    ['zeppelin', 'leader', 'user', 'admin', 'observer'],
    ['quokka', 'leader', 'user', 'admin', 'observer', 'client'],
    ['narwhal', 'leader', 'user', 'admin', 'observer', 'client'],
    ['walrus', 'leader', 'user', 'admin', 'observer'],
  ] as const)
    for (const one of ['leader', 'user', 'admin', 'observer', 'outsider', 'client', 'client2'])
      expect([q, one, (await found(one, q)).length]).toEqual([
        q,
        one,
        (who as readonly string[]).includes(one) ? 1 : 0,
      ]);
  await ask('PATCH', `meeting/${shared._id}`, { audience: 'internal', attendee_ids: [] });
  expect(await found('client', 'quokka')).toEqual([]);
  await ask('DELETE', `meeting/${shared._id}`, {});
  expect(await found('leader', 'quokka')).toEqual([]);
});

describe('the address of a calendar', () => {
  test('leads through all organisations of a person, and nowhere once it is revoked', async () => {
    await make({ starts_at: '2099-01-05T12:00:00Z', title: 'At Acme', attendee_ids: [acme('both')] }, 'acme.admin');
    const member = (
      await owner.query(
        `select m.id from member m join organisation o on o.id = m.org_id where o.key = 'globex' and m.email = 'both@guild.test'`,
      )
    ).rows[0].id;
    const other = { starts_at: '2099-01-06T12:00:00Z', title: 'At Globex', audience: 'client', attendee_ids: [member] };
    await make(other, 'globex.admin');
    const { data } = await ask<CalendarFeedRecord>('POST', 'calendarFeed', {}, 'acme.both');
    const { text, status } = await fetchFeed(data.url as string);
    expect(status).toBe(200);
    expect(text).toContain('SUMMARY:At Acme');
    expect(text).toContain('SUMMARY:At Globex');
    expect((await ask<CalendarFeedRecord>('GET', 'calendarFeed', undefined, 'acme.both')).data.url).toBe(data.url);
    await ask('DELETE', 'calendarFeed', {}, 'acme.both');
    expect((await fetchFeed(data.url as string)).status).toBe(404);
    expect((await fetchFeed(`${data.url}x`)).status).toBe(404);
  });

  test('has of a series that one declined the meetings alone to which one comes', async () => {
    const times = { starts_at: '2099-02-02T09:00:00Z', time_zone: 'UTC', rrule: 'FREQ=DAILY;COUNT=4' };
    const it = await make({ ...times, attendee_ids: [acme('user')] });
    const answer = (body: object) => ask('POST', `meetingAnswer/${it._id}`, body, 'acme.user');
    const at = (day: string) => `2099-02-${day}T09:00:00.000Z`;
    await ask('PATCH', `meeting/${it._id}`, { scope: 'this', occurrence: at('04'), starts_at: at('07') });
    await answer({ answer: 'no' });
    for (const [day, said] of [
      ['03', 'yes'],
      ['04', 'maybe'],
      ['05', 'no'],
    ])
      await answer({ answer: said, occurrence: at(day as string) });
    const { data } = await ask<CalendarFeedRecord>('POST', 'calendarFeed', {}, 'acme.user');
    const { text } = await fetchFeed(data.url as string);
    const meetings = text.replace(/BEGIN:VEVENT\r\nUID:task-[\s\S]*?END:VEVENT\r\n/g, '');
    expect(instantsIn(meetings, '2099-07-01')).toEqual([at('03'), at('07')]);
  });

  test('has the due dates of one’s tasks, but of those that are completed', async () => {
    const due = (date: string) => owner.query(`update task set due_date = ${date} where id = $1`, [acme('WEB-6')]);
    await due('current_date');
    const { data } = await ask<CalendarFeedRecord>('POST', 'calendarFeed', {}, 'acme.user');
    const { text } = await fetchFeed(data.url as string);
    await due('null');
    expect([text.includes('SUMMARY:Due: WEB-1'), text.includes('WEB-6')]).toEqual([true, false]);
  });
});

describe('a page of meetings', () => {
  /** What of these days is drawn; all others are 2098's or later. */
  const page = async (query: MeetingQuery, seat = 'acme.user') => {
    let data: MeetingPageData | undefined;
    await asMember(seat, async (ctx) => {
      data = await readMeetingPage(ctx, query);
    });
    return data as MeetingPageData;
  };
  const at = (date: string) => ({ starts_at: `${date}T12:00:00Z`, time_zone: 'UTC' });

  test('has two weeks from its day on, one’s own meetings or all, and the next where there is none', async () => {
    const first = await make({ ...at('2099-06-01'), title: 'First', attendee_ids: [acme('user')] });
    await make({ ...at('2099-06-14'), title: 'Last day', attendee_ids: [acme('user')] });
    await make({ ...at('2099-06-15'), title: 'Later', attendee_ids: [acme('user')] });
    await make({ ...at('2099-06-02'), title: 'Of others', project_id: WEB });
    const titles = async (query: MeetingQuery) => (await page(query)).lines.map(({ title }) => title);
    expect(await titles({ date: '2099-06-01' })).toEqual(['First', 'Last day']);
    expect(await titles({ date: '2099-06-01', who: 'all' })).toEqual(['First', 'Of others', 'Last day']);
    const empty = await page({ date: '2099-05-01' });
    expect([empty.lines, empty.next?.title]).toEqual([[], 'First']);
    expect(empty).toMatchObject({ before: '2099-04-17', after: '2099-05-15', view: 'agenda', calendar: null });
    expect(empty.daysOff).toMatchObject({ '2099-05-02': 'off', '2099-05-03': 'off' });
    expect(await page({ date: '2099-06-01' })).toMatchObject({ next: null, detail: null });
    const detail = await page({ view: 'week', meeting: first._id });
    expect(detail).toMatchObject({ view: 'week', detail: { _id: first._id }, calendar: null });
    await expect(page({ meeting: first._id }, 'acme.client')).rejects.toMatchObject({ code: 'not_found' });
    expect(await page({ view: 'year', zone: 'Nowhere', meeting: 'x' })).toMatchObject({
      ...{ view: 'agenda', zone: null, detail: null },
    });
    expect(await page({ zone: 'Asia/Tokyo' })).toMatchObject({ zone: 'Asia/Tokyo' });
    const week = await page({ view: 'week', date: '2099-06-03' });
    expect([week.before, week.after, week.calendar?.days.length]).toEqual(['2099-05-27', '2099-06-10', 7]);
  });

  test('offers whom and what its reader may choose', async () => {
    await owner.query(`update project set status = 'archived' where id = $1`, [acme('APP')]);
    const { choices } = await page({}, 'acme.admin');
    await owner.query(`update project set status = 'active' where id = $1`, [acme('APP')]);
    const people = choices?.people.map(({ _id }) => _id);
    expect(people).toEqual(expect.arrayContaining(['leader', 'user', 'client'].map(acme)));
    for (const seat of ['admin', 'pending', 'rejected', 'gone']) expect(people, seat).not.toContain(acme(seat));
    expect(
      choices?.people
        .filter(({ client }) => client)
        .map(({ _id }) => _id)
        .sort(),
    ).toEqual([acme('client'), acme('client2')].sort());
    expect(choices?.projects.map(({ _id }) => _id)).toEqual([WEB]);
    for (const seat of ['client', 'observer']) expect((await page({}, `acme.${seat}`)).choices).toBeNull();
  });

  test('of a project has its own meetings alone, and its address for who made one', async () => {
    await make({ ...at('2099-06-01'), title: 'Here', project_id: WEB });
    await make({ ...at('2099-06-02'), title: 'Elsewhere', attendee_ids: [acme('user')] });
    const { data } = await ask<CalendarFeedRecord>('POST', 'calendarFeed', { project_id: WEB }, 'acme.user');
    await asMember('acme.user', async (ctx) => {
      const shown = await projectMeetings(ctx, WEB, '2099-06-01');
      expect(shown.lines.map(({ title }) => title)).toEqual(['Here']);
      expect(shown).toMatchObject({ before: '2099-05-18', after: '2099-06-15', next: null, address: data.url });
      expect(await projectMeetings(ctx, WEB, '2099-05-01')).toMatchObject({ lines: [], next: { title: 'Here' } });
    });
  });

  test('of today names one’s next one within thirty days that takes place', async () => {
    const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const invited = { time_zone: 'UTC', attendee_ids: [acme('user')] };
    const next = async () => {
      let title: string | undefined;
      await asMember('acme.user', async (ctx) => {
        title = (await nextMeeting(ctx))?.title;
      });
      return title;
    };
    await make({ time_zone: 'UTC', starts_at: soon(1), title: 'Of others', project_id: WEB });
    await make({ ...invited, starts_at: soon(31), title: 'Too far' });
    expect(await next()).toBeUndefined();
    await make({ ...invited, starts_at: soon(29), title: 'Far' });
    const gone = await make({ ...invited, starts_at: soon(2), title: 'Cancelled' });
    await ask('DELETE', `meeting/${gone._id}`, {});
    expect(await next()).toBe('Far');
  });
});

describe('free and busy', () => {
  test('tells times of what is hidden and nothing else, and the first hour at which all are free', async () => {
    const hidden = {
      starts_at: '2099-01-05T09:00:00Z',
      duration_minutes: 60,
      time_zone: 'UTC',
      title: 'Secret',
      attendee_ids: [acme('user2')],
    };
    await make(hidden, 'acme.admin');
    const asked = {
      member_ids: [acme('user2'), acme('user')],
      from: '2099-01-05T00:00:00Z',
      to: '2099-01-07T00:00:00Z',
      duration_minutes: 60,
      time_zone: 'UTC',
    };
    const answer = await ask<FreeBusyRecord>('POST', 'freeBusy', asked, 'acme.user');
    expect(answer.data).toEqual({
      members: [
        { _id: acme('user2'), busy: [{ starts_at: '2099-01-05T09:00:00.000Z', ends_at: '2099-01-05T10:00:00.000Z' }] },
        { _id: acme('user'), busy: [] },
      ],
      first_free: { starts_at: '2099-01-05T10:00:00.000Z', ends_at: '2099-01-05T11:00:00.000Z' },
    });
  });

  test('leaves out what one declined or was cancelled, one meeting of a series too', async () => {
    const times = { starts_at: '2099-02-02T09:00:00Z', duration_minutes: 60, time_zone: 'UTC' };
    const invite = { attendee_ids: [acme('user2')] };
    const it = await make({ ...times, ...invite, rrule: 'FREQ=DAILY;COUNT=4' }, 'acme.admin');
    const day = { occurrence: '2099-02-03T09:00:00Z' };
    expect((await ask('POST', `meetingAnswer/${it._id}`, { ...day, answer: 'no' }, 'acme.user2')).status).toBe(200);
    const last = { scope: 'this', occurrence: '2099-02-05T09:00:00Z' };
    expect((await ask('DELETE', `meeting/${it._id}`, last, 'acme.admin')).status).toBe(200);
    const whole = await make({ ...times, ...invite, starts_at: '2099-02-02T15:00:00Z' }, 'acme.admin');
    expect((await ask('DELETE', `meeting/${whole._id}`, {}, 'acme.admin')).status).toBe(200);
    const span = { from: '2099-02-02T00:00:00Z', to: '2099-02-06T00:00:00Z', duration_minutes: 60 };
    const answer = await ask<FreeBusyRecord>('POST', 'freeBusy', { ...span, member_ids: [acme('user2')] }, 'acme.user');
    expect(answer.data.members[0]?.busy.map(({ starts_at }) => starts_at.slice(0, 10))).toEqual([
      ...['2099-02-02', '2099-02-04'],
    ]);
  });
});

describe('calendars and people hear of it', () => {
  /** Emails that are kept outlive a run. */
  const title = `Told by email ${newId()}`;
  /** Delivered by the process that answers calls, each with the calendar's part. */
  const mails = async (of = title) =>
    (await listMails(null))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap(({ to, calendar }) => (calendar ? [{ to, text: calendar.replace(/\r\n /g, '') }] : []))
      .filter(({ text }) => text.includes(`SUMMARY:${of}`));

  test('one email for one thing: an invitation, a moved meeting, a cancelled one, one brought back, and no other', async () => {
    // Of what is over nobody hears.
    await make({ title, starts_at: '2020-01-06T12:00:00Z', attendee_ids: [acme('user')] });
    const it = await make({
      title,
      starts_at: '2099-01-05T12:00:00Z',
      rrule: 'FREQ=WEEKLY;COUNT=4',
      attendee_ids: [acme('user')],
    });
    const one = { scope: 'this', occurrence: '2099-01-12T12:00:00Z' };
    const moved = await ask('PATCH', `meeting/${it._id}`, { ...one, starts_at: '2099-01-13T12:00:00Z' });
    const gone = await ask('DELETE', `meeting/${it._id}`, { ...one, reason: 'Ill' });
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect((await ask('POST', `restoreMeeting/${it._id}`, one)).status).toBe(200);
    await expect.poll(async () => (await mails()).length).toBe(4);
    const sent = await mails();
    expect(sent.map(({ to }) => to)).toEqual(Array(4).fill('user@acme.test'));
    expect(sent.map(({ text }) => /METHOD:(\w+)/.exec(text)?.[1])).toEqual([
      ...['REQUEST', 'REQUEST', 'CANCEL', 'REQUEST'],
    ]);
    expect(sent.map(({ text }) => /RECURRENCE-ID[^\r]*/.exec(text)?.[0])).toEqual([
      undefined,
      ...Array(3).fill('RECURRENCE-ID;TZID=Europe/Berlin:20990112T130000'),
    ]);
    const sequences = sent.map(({ text }) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]));
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(new Set(sequences).size).toBe(4);
  });

  test('of a series that began long ago its people hear as long as some of it is to come, and who is left out of it too', async () => {
    const own = `Long running ${newId()}`;
    const it = await make({
      ...{ title: own, starts_at: '2020-01-06T12:00:00Z', rrule: 'FREQ=WEEKLY' },
      attendee_ids: [acme('user')],
    });
    expect((await ask('PATCH', `meeting/${it._id}`, { scope: 'all', place: 'Room 9' })).status).toBe(200);
    await expect.poll(async () => (await mails(own)).length).toBe(2);
    expect((await mails(own)).map(({ text }) => text.includes('LOCATION:Room 9'))).toEqual([false, true]);
    expect((await ask('PATCH', `meeting/${it._id}`, { scope: 'all', attendee_ids: [] })).status).toBe(200);
    await expect
      .poll(async () => (await mails(own)).map(({ text }) => /METHOD:(\w+)/.exec(text)?.[1]))
      .toEqual([...['REQUEST', 'REQUEST', 'CANCEL']]);
  });

  test('one answers by the links of an email, for what it is about, by POST alone and while one is invited', async () => {
    const [own, to] = [`By link ${newId()}`, [acme('user'), acme('client')]];
    const it = await make({
      ...{
        title: own,
        starts_at: '2099-01-05T12:00:00Z',
        rrule: 'FREQ=WEEKLY;COUNT=4',
        attendee_ids: to,
        audience: 'client',
      },
    });
    const occurrence = '2099-01-12T12:00:00Z';
    const moved = { scope: 'this', occurrence, starts_at: '2099-01-13T12:00:00Z' };
    await ask('PATCH', `meeting/${it._id}`, moved);
    await expect.poll(async () => (await mails(own)).length).toBe(4);
    const links = (await listMails('user@acme.test', 2))
      .reverse()
      .map(({ text }) => /token=([\w.%-]+)/.exec(text)?.[1] ?? '');
    // A client is told no emails of others.
    for (const { calendar } of await listMails('client@acme.test', 2))
      expect(
        new Set(
          calendar
            ?.replace(/\r\n /g, '')
            .toLowerCase()
            .match(/mailto:[^\r]+/g),
        ),
      ).toEqual(new Set(['mailto:client@acme.test', expect.stringMatching(/^mailto:no-reply@/)]));
    const given = (token: string) => ({ params: Promise.resolve({ token }) });
    const send = async (token: string, body: Record<string, string>) => {
      const request = new Request('http://localhost/', { method: 'POST', body: new URLSearchParams(body) });
      return new URL((await answerAt(request, given(token))).headers.get('location') as string, 'http://localhost')
        .searchParams;
    };
    const answers = async () =>
      Promise.all(
        [`meeting/${it._id}?occurrence=${it.occurrence}`, `meeting/${it._id}?occurrence=${occurrence}`].map(
          async (path) => {
            const { attendees } = (await ask<MeetingRecord>('GET', path)).data;
            const own = attendees.find(({ _id }) => _id === acme('user'));
            return [own?.answer, own?.note];
          },
        ),
      );
    const [series = '', one = ''] = links;
    expect((await pageOf(new Request('http://localhost/'), given(one))).status).toBe(303);
    expect(await answers()).toEqual(Array(2).fill([null, '']));
    expect((await send(one, { answer: 'maybe', note: 'Late' })).get('done')).toBe('maybe');
    expect(await answers()).toEqual([
      [null, ''],
      ['maybe', 'Late'],
    ]);
    expect((await send(series, { answer: 'no' })).get('done')).toBe('no');
    expect(await answers()).toEqual([
      ['no', ''],
      ['maybe', 'Late'],
    ]);
    expect((await readInvited(one, {})).meeting).toMatchObject({
      occurrence: new Date(occurrence).toISOString(),
      my_answer: 'maybe',
    });
    const over = seal({ answer_meeting: { ...openAnswerLink(one), until: Date.now() - 1 } });
    await expect(readInvited(over, {})).rejects.toMatchObject({ code: 'gone' });
    const forged = `${one.slice(0, -2)}${one.at(-2) === 'A' ? 'B' : 'A'}${one.at(-1)}`;
    for (const [token, body] of [
      [forged, { answer: 'yes' }],
      [one, { answer: 'perhaps' }],
      [one, { answer: 'yes', note: 'x'.repeat(501) }],
    ] as const)
      expect((await send(token, body)).has('done')).toBe(false);
    for (const attendee_ids of [[], to]) await ask('PATCH', `meeting/${it._id}`, { scope: 'all', attendee_ids });
    expect((await send(one, { answer: 'yes' })).has('done')).toBe(false);
    await expect(readInvited(one, {})).rejects.toMatchObject({ code: 'gone' });
    expect(await answers()).toEqual(Array(2).fill([null, '']));
    const kept = await owner.query(`select actor_id from audit where action = 'meeting.answered_by_link'`);
    expect(kept.rows).toEqual(Array(2).fill({ actor_id: acme('user') }));
  });

  test('whoever is invited is reminded once, however late the schedule comes, and not who said no to that date', async () => {
    const soon = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 10 * 60_000).toISOString();
    const it = await make({
      starts_at: soon,
      rrule: 'FREQ=DAILY;COUNT=2',
      reminders: [15],
      attendee_ids: [acme('user'), acme('user2'), acme('admin')],
    });
    const answer = (seat: string, said: string, occurrence?: string) =>
      ask('POST', `meetingAnswer/${it._id}`, { answer: said, ...(occurrence && { occurrence }) }, `acme.${seat}`);
    await answer('user', 'no');
    await answer('user2', 'no', soon);
    await answer('admin', 'no');
    await answer('admin', 'yes', soon);
    // It is less than a quarter of an hour away: the next reminder is tomorrow's.
    await owner.query(`update meeting set remind_at = now() - interval '6 minutes'`);
    await remindOfMeetings();
    await remindOfMeetings();
    const { rows } = await owner.query(
      `select member_id, data ->> 'starts_at' as at from notification where kind = 'meeting.reminder'`,
    );
    const reminded = ['admin', 'leader'].map((seat) => ({ member_id: acme(seat), at: soon.replace('.000', '') }));
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(expect.arrayContaining(reminded));
    const [{ remind_at }] = (await owner.query('select remind_at from meeting')).rows;
    expect(remind_at.getTime()).toBe(Date.parse(soon) + (24 * 60 - 15) * 60_000);
  });

  test('minutes go to each with just what they may read, and once, however often they are sent', async () => {
    const meeting_id = await freshMeeting(owner);
    const title = `Minutes of ${newId()}`;
    await ask('PATCH', `meeting/${meeting_id}`, { title });
    for (const audience of ['client', 'internal'])
      await ask('POST', 'agendaItem', { meeting_id, title: `For ${audience}`, notes: `Said to ${audience}`, audience });
    const sent = async () => (await listMails(null)).filter(({ subject }) => subject === `Minutes: ${title}`);
    const readers = (await ask<MinutesRecord>('GET', `minutes/${meeting_id}`)).data.readers;
    const linesOf = (invited: boolean) =>
      Object.fromEntries(
        readers.filter((one) => one.invited === invited).map(({ member, lines }) => [member._id, lines]),
      );
    expect(linesOf(true)).toEqual({ [acme('leader')]: 2, [acme('user')]: 2, [acme('client')]: 1 });
    const [other = ''] = Object.keys(linesOf(false));
    expect(linesOf(false)).toMatchObject({ [other]: 2 });
    const [first, again] = [1, 2].map(() => ask<MinutesRecord>('POST', `sendMinutes/${meeting_id}`, {}));
    expect([(await first)?.data.sent, (await again)?.data.sent].sort()).toEqual([0, 2]);
    await expect.poll(async () => (await sent()).length).toBe(2);
    const texts = Object.fromEntries((await sent()).map(({ to, text }) => [to, text]));
    expect(texts['user@acme.test']).toContain('Said to internal');
    expect(texts['client@acme.test']).toContain('Said to client');
    expect(texts['client@acme.test']).not.toContain('internal');
    await ask('POST', 'agendaItem', { meeting_id, title: 'For the team', audience: 'internal' });
    expect((await ask<MinutesRecord>('POST', `sendMinutes/${meeting_id}`, {})).data.sent).toBe(1);
    // Who reads them in the project gets them if somebody says so.
    const toOther = await ask<MinutesRecord>('POST', `sendMinutes/${meeting_id}`, { member_ids: [other] });
    expect(toOther.data.sent).toBe(1);
  });
});
