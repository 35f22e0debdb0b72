import type pg from 'pg';
import { acme } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';

/**
 * What Acme's client must not learn of, table by table: said here by the rules of the specification and not by the
 * policies, which are what is tried.
 */

const CLIENT = acme('client');
/** Those it is in: WEB, and what examples have added it to. */
const OWN_PROJECT = `select project_id from project_member where member_id = '${CLIENT}'`;
const inOwn = (column = 'project_id') => `${column} in (${OWN_PROJECT})`;
const SHARED_TASK = `select id from task where ${inOwn()} and audience = 'client'`;
const SHARED_COMMENT = `select id from comment where ${inOwn()} and audience = 'client' and task_audience = 'client'`;
const CONTACT = `select member_id from project_member where ${inOwn()} and (is_contact or member_id = '${CLIENT}')`;
const OWN_ROOM = `select id from room r where (kind = 'project_clients' and ${inOwn()})
  or exists (select from room_member m where m.room_id = r.id and m.member_id = '${CLIENT}')`;
/** Whoever writes in a room shows its readers what is attached. */
const OWN_MESSAGE = `select id from message where room_id in (${OWN_ROOM}) and deleted_at is null`;
/** What the team asks of itself, and what is about something that clients do not see. */
const INTERNAL_SIGN_OFF = `audience <> 'client' or task_id not in (${SHARED_TASK}) or file_id in (select id from file where audience <> 'client' or ${inOwn()} is not true)
  or milestone_id in (select id from milestone where audience <> 'client' or ${inOwn()} is not true)`;
/** Shared with clients, and it is invited. */
const INVITED = `select m.id from meeting m join meeting_attendee a on a.meeting_id = m.id
  where m.audience = 'client' and a.member_id = '${CLIENT}'`;
const notShared = `audience <> 'client' or ${inOwn()} is not true`;
const ofOthers = (column = 'member_id') => `${column} is distinct from '${CLIENT}'`;

type Internal = {
  /** Of the rows that are internal. */
  rows: string;
  /** Columns with words of people; of `json` every value that consists of several words. */
  text?: readonly string[];
  json?: readonly string[];
  /** They stay when what is internal goes: rows that clients see hang on them. */
  stays?: true;
  /** The trigger that refuses changes. */
  sealed?: string;
};
const all = { rows: 'true' };

/** In the order in which they can be deleted. */
export const INTERNAL: Record<string, Internal> = {
  activity: { rows: `${notShared} or (task_id is not null and task_audience <> 'client')`, json: ['data'] },
  audit: { ...all, text: ['target'], json: ['before', 'after'], stays: true, sealed: 'audit_append_only' },
  notification: { rows: ofOthers(), json: ['data'] },
  job_part: { rows: `job_id in (select id from job where ${ofOthers()})`, text: ['text'] },
  job: { rows: ofOthers(), json: ['about'] },
  import_row: { ...all, json: ['data'] },
  import_batch: { ...all, text: ['file_name'] },
  organisation_import: { ...all, text: ['file_name'] },
  invitation: { ...all, text: ['name'] },
  invitation_batch: { ...all, text: ['file_name'] },
  role_request: { rows: ofOthers(), text: ['reason'] },
  rule_run: { ...all, text: [] },
  rule: { ...all, text: ['name'], json: ['actions'] },
  template: { ...all, text: ['name', 'summary'], json: ['content'] },
  saved_view: { rows: `${ofOthers('owner_id')} and ${inOwn()} is not true`, text: ['name'] },
  sign_off_person: {
    rows: `sign_off_id in (select id from sign_off where ${INTERNAL_SIGN_OFF})`,
    text: ['reason'],
    json: ['marks'],
  },
  sign_off: { rows: INTERNAL_SIGN_OFF, text: ['note', 'title', 'content'], json: ['attachments', 'shown'] },
  time_entry: { ...all, text: ['note'] },
  task_recurrence: { ...all, text: [] },
  checklist_item: { ...all, text: ['title'] },
  message_version: {
    rows: `message_id in (select id from message where room_id not in (${OWN_ROOM}))`,
    text: ['body'],
  },
  message: { rows: `room_id not in (${OWN_ROOM})`, text: ['body', 'body_html'], sealed: 'refuse_rewriting' },
  minutes_sent: { ...all, text: [] },
  agenda_edit: { ...all, json: ['before'] },
  agenda_item: {
    rows: `audience <> 'client' or meeting_id not in (${INVITED})`,
    text: ['title', 'notes', 'notes_html'],
  },
  meeting_exception: { rows: `meeting_id not in (${INVITED})`, text: ['title', 'place', 'reason'] },
  meeting_answer: { rows: `meeting_id not in (${INVITED})`, text: ['note'] },
  meeting_attendee: { rows: `meeting_id not in (${INVITED})`, text: ['note'] },
  meeting: { rows: `id not in (${INVITED})`, text: ['title', 'place', 'reason'] },
  calendar_feed: { rows: ofOthers(), text: [] },
  room: { rows: `kind = 'group' and id not in (${OWN_ROOM})`, text: ['name'] },
  presence: { rows: `member_id not in (${CONTACT})`, text: ['status_text'] },
  file_comment: { rows: `audience <> 'client'`, text: ['body'] },
  file: {
    rows: `case when message_id is not null then message_id not in (${OWN_MESSAGE})
      when request_id is not null then request_id not in (select id from client_request where author_id = '${CLIENT}')
      else ${notShared} end`,
    text: ['name'],
  },
  client_request: {
    rows: `${ofOthers('author_id')} or ${inOwn()} is not true`,
    text: ['title', 'body', 'body_html', 'reason'],
  },
  folder: { rows: notShared, text: ['name'] },
  comment_version: { rows: `comment_id not in (${SHARED_COMMENT})`, text: ['body', 'body_html'] },
  comment: { rows: `id not in (${SHARED_COMMENT})`, text: ['body', 'body_html'] },
  custom_value: {
    rows: `${notShared} or field_audience <> 'client' or (member_id is not null and member_id not in (${CONTACT}))`,
    text: ['text'],
  },
  custom_field_project: { rows: `${inOwn()} is not true`, text: [] },
  custom_field: {
    rows: `audience <> 'client' or not live or not (every_project or id in (select field_id from custom_field_project where ${inOwn()}))`,
    text: ['name'],
    json: ['choices'],
  },
  task: { rows: notShared, text: ['title', 'description', 'description_html'] },
  project_update: { rows: notShared, text: ['done', 'next', 'trouble'] },
  milestone: { rows: notShared, text: ['name'] },
  label: { rows: `id not in (select label_id from task_label where task_id in (${SHARED_TASK}))`, text: ['name'] },
  category: {
    rows: `id not in (select category_id from task where id in (${SHARED_TASK}) and category_id is not null)`,
    text: ['name'],
  },
  removed_category: { ...all, text: ['name'] },
  project: { rows: `not ${inOwn('id')}`, text: ['name', 'description', 'description_html'] },
  member: { rows: `id not in (${CONTACT})`, text: ['name', 'company', 'phone', 'approval_note'], stays: true },
};

/** Tables with texts of which none is looked for, by the reason. */
export const PLAIN: Record<string, readonly string[]> = {
  'a client is told': ['organisation', 'workflow'],
  'keys, choices, marks and names of types alone': [
    ...['task_assignee', 'task_label', 'task_watcher', 'task_former_key', 'project_former_key', 'project_picture'],
    ...[
      'dependency',
      'rule_cause',
      'comment_reaction',
      'message_reaction',
      'organisation_logo',
      'person_picture',
      'file_version',
      'file_content',
    ],
    ...['notification_setting', 'former_key', 'storage_use', 'locked_week'],
  ],
  'made of what is planted': ['search_entry', 'search_backlog'],
  'of accounts and of the machine, which no member reads': [
    ...['person', 'session', 'chat_session', 'client_view', 'one_time_code', 'recovery_code', 'push_subscription'],
    ...['rate_limit', 'idempotency_key', 'outbox', 'archive_piece', '_prisma_migrations'],
  ],
};

const OWN = `org_id = '${fixtureId('acme')}'`;

/** Writes `word` into every text of every internal row of Acme. */
export async function plant(owner: pg.ClientBase, word: string): Promise<void> {
  for (const [table, { rows, text = [], json = [], sealed }] of Object.entries(INTERNAL)) {
    const changes = [
      ...text.map((column) => `"${column}" = coalesce("${column}" || ' ', '') || '${word}'`),
      ...json.map(
        (column) =>
          `"${column}" = regexp_replace("${column}"::text, '"([^"\\\\]* [^"\\\\]*)"(?=[,}\\]])', '"\\1 ${word}"', 'g')::jsonb`,
      ),
    ];
    if (!changes.length) continue;
    const sql = `update "${table}" set ${changes.join(', ')} where ${OWN} and (${rows})`;
    if (sealed) await owner.query(`alter table "${table}" disable trigger ${sealed}`);
    try {
      await owner.query(sql);
    } catch (error) {
      throw new Error(`${table}: ${error}\n${sql}`);
    }
    if (sealed) await owner.query(`alter table "${table}" enable trigger ${sealed}`);
  }
}

/** Takes all that is internal out of Acme. */
export async function removeInternal(owner: pg.ClientBase): Promise<void> {
  for (const [table, { rows, stays }] of Object.entries(INTERNAL)) {
    if (stays) continue;
    try {
      await owner.query(`delete from "${table}" where ${OWN} and (${rows})`);
    } catch (error) {
      throw new Error(`${table}: ${error}`);
    }
  }
}
