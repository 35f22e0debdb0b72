import type pg from 'pg';
import type { meetingEndpoints } from '@/lib/meeting/endpoints';
import { acme, at, body, type Examples, inProject, of, query, unique, WEB } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { newId } from '@/lib/validation';

const START = '2099-01-05T09:00:00Z';
const HANDS = ['user'];

/** Of WEB, shared with its client: arranged by `user`, who invited `leader` and `client`. */
export async function freshMeeting(owner: pg.ClientBase, audience = 'client'): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into meeting (org_id, id, series_id, project_id, audience, organiser_id, title, starts_at, ends_at, time_zone, minutes)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $7, 'Europe/Berlin', 60)`,
    [fixtureId('acme'), id, WEB, audience, acme('user'), unique('Review'), START],
  );
  for (const name of ['user', 'leader', ...(audience === 'client' ? ['client'] : [])])
    await owner.query(`insert into meeting_attendee (org_id, meeting_id, member_id) values ($1, $2, $3)`, [
      fixtureId('acme'),
      id,
      acme(name),
    ]);
  return id;
}

async function freshMinutes(owner: pg.ClientBase): Promise<string> {
  const line = await freshLine(owner);
  const { rows } = await owner.query('select meeting_id from agenda_item where id = $1', [line]);
  return rows[0].meeting_id;
}

async function freshLine(owner: pg.ClientBase): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into agenda_item (org_id, id, meeting_id, rank, audience, title, created_by_id) values ($1, $2, $3, 'a0', 'client', 'Prices', $4)`,
    [fixtureId('acme'), id, await freshMeeting(owner), acme('user')],
  );
  return id;
}

const invited = inProject('user', 'leader', 'client');

export const examples: Examples<typeof meetingEndpoints> = {
  'GET meetingList': query({ from: '2099-01-01T00:00:00Z', to: '2099-02-01T00:00:00Z' }),
  'POST meeting': {
    ...body('acme.user', () => ({
      ...{ title: unique('Weekly'), starts_at: START, duration_minutes: 30, time_zone: 'Europe/Berlin' },
      ...{ rrule: 'FREQ=WEEKLY;BYDAY=MO', attendee_ids: [acme('leader')], project_id: WEB, agenda: ['Numbers'] },
    })),
    about: inProject(),
  },
  'GET meeting/{id}': of(freshMeeting, inProject()),
  'GET meetingActivity/{id}': of(freshMeeting, inProject()),
  'PATCH meeting/{id}': of(freshMeeting, inProject(...HANDS), { version: 1, title: 'Better review' }),
  'DELETE meeting/{id}': of(freshMeeting, inProject(...HANDS), { reason: 'Nobody has time.' }),
  'POST restoreMeeting/{id}': {
    ...at(
      'acme.user',
      async (owner) => {
        const id = await freshMeeting(owner);
        await owner.query('update meeting set cancelled_at = now() where id = $1', [id]);
        return `restoreMeeting/${id}`;
      },
      {},
    ),
    about: inProject(...HANDS),
  },
  'POST meetingAnswer/{id}': of(freshMeeting, invited, { answer: 'maybe', note: 'Late' }),
  'POST freeBusy': {
    ...body('acme.user', () => ({ member_ids: [acme('admin')], from: START, to: '2099-01-19T09:00:00Z' })),
    about: { about: 'record', unseen: 422 },
    idle: 'it reads',
  },
  'POST agendaItem': {
    ...body('acme.user', async (owner) => ({
      meeting_id: await freshMeeting(owner),
      title: unique('Line'),
      minutes: 5,
    })),
    about: inProject(),
  },
  'PATCH agendaItem/{id}': of(freshLine, inProject(), { version: 1, decision: true }),
  'DELETE agendaItem/{id}': of(freshLine, inProject()),
  'POST agendaItemToTask/{id}': of(freshLine, inProject(), {}),
  'GET minutes/{id}': of(freshMinutes, inProject()),
  'POST sendMinutes/{id}': of(freshMinutes, inProject(), {}),
  'GET decisionList': query({ project_id: WEB }),
  'GET meetingFile/{id}': of(freshMeeting, inProject()),
  'GET calendarFeed': query(),
  'POST calendarFeed': body('acme.user', () => ({})),
  'DELETE calendarFeed': { seat: 'acme.user', make: async () => ({}), idle: 'there is none to revoke' },
};
