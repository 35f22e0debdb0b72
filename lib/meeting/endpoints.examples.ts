import type pg from 'pg';
import type { meetingEndpoints } from '@/lib/meeting/endpoints';
import { acme, at, body, type Examples, inProject, query, unique, WEB } from '@/lib/test/example';
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
  'GET meeting/{id}': {
    ...at('acme.user', async (owner) => `meeting/${await freshMeeting(owner)}`),
    about: inProject(),
  },
  'GET meetingActivity/{id}': {
    ...at('acme.user', async (owner) => `meetingActivity/${await freshMeeting(owner)}`),
    about: inProject(),
  },
  'PATCH meeting/{id}': {
    ...at('acme.user', async (owner) => `meeting/${await freshMeeting(owner)}`, { version: 1, title: 'Better review' }),
    about: inProject(...HANDS),
  },
  'DELETE meeting/{id}': {
    ...at('acme.user', async (owner) => `meeting/${await freshMeeting(owner)}`, { reason: 'Nobody has time.' }),
    about: inProject(...HANDS),
  },
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
  'POST meetingAnswer/{id}': {
    ...at('acme.user', async (owner) => `meetingAnswer/${await freshMeeting(owner)}`, {
      answer: 'maybe',
      note: 'Late',
    }),
    about: invited,
  },
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
  'PATCH agendaItem/{id}': {
    ...at('acme.user', async (owner) => `agendaItem/${await freshLine(owner)}`, { version: 1, decision: true }),
    about: inProject(),
  },
  'DELETE agendaItem/{id}': {
    ...at('acme.user', async (owner) => `agendaItem/${await freshLine(owner)}`),
    about: inProject(),
  },
  'POST agendaItemToTask/{id}': {
    ...at('acme.user', async (owner) => `agendaItemToTask/${await freshLine(owner)}`, {}),
    about: inProject(),
  },
  'GET minutes/{id}': {
    ...at('acme.user', async (owner) => `minutes/${await freshMinutes(owner)}`),
    about: inProject(),
  },
  'POST sendMinutes/{id}': {
    ...at('acme.user', async (owner) => `sendMinutes/${await freshMinutes(owner)}`, {}),
    about: inProject(),
  },
  'GET decisionList': query({ project_id: WEB }),
  'GET meetingFile/{id}': {
    ...at('acme.user', async (owner) => `meetingFile/${await freshMeeting(owner)}`),
    about: inProject(),
  },
  'GET calendarFeed': query(),
  'POST calendarFeed': body('acme.user', () => ({})),
  'DELETE calendarFeed': { seat: 'acme.user', make: async () => ({}), idle: 'there is none to revoke' },
};
