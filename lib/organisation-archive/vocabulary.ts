/** What an archive of an organisation holds. Runs anywhere. */

export const FORMAT = 'guildhall-organisation';
export const FORMAT_VERSION = 1;

/** Tables of organisations that are not in an archive, and why; the database has the same list (`archive_tables`). */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  session: 'Sessions let people in.',
  chat_session: 'Sessions of the chat let people in.',
  client_view: 'Who looks at a client’s pages belongs to a session.',
  push_subscription: 'Browsers that are notified belong to this installation.',
  presence: 'Who is there is true for a moment.',
  idempotency_key: 'Answers that are remembered for a day.',
  outbox: 'Messages under way.',
  job: 'Work under way.',
  job_part: 'Files that were prepared.',
  archive_piece: 'Archives themselves.',
  organisation_import: 'Imports of archives.',
  organisation_logo: 'The logo is an entry of its own, and checked as where it is uploaded.',
  project_picture: 'Pictures of projects are entries of their own, and checked as where they are uploaded.',
  invitation: 'Invitations let people in.',
  invitation_batch: 'Lists of invitations.',
  calendar_feed: 'The address of a calendar lets people in.',
  search_entry: 'The search is made anew.',
  storage_use: 'Bytes are counted anew.',
  rule_cause: 'What rules have not looked at yet.',
};

/** Said in every archive, and by every import. */
export const NOT_CARRIED: readonly string[] = [
  'Passwords, second factors, sessions, tokens and invitations: people take their seats again by their email address.',
  'Direct messages, group chats and drafts of files: only the people in them read them.',
  'Pictures of people: their accounts have them.',
  'Who may join, verified domains, the second factor as a duty, and the key: set them here.',
];

/** Rows that an organisation may have when an archive is imported: it is not in use yet. */
export const MAY_BE_THERE: ReadonlySet<string> = new Set(
  'member category label room room_reading notification notification_setting role_request saved_view removed_category'.split(
    ' ',
  ),
);
/** Of these at most. */
export const MOST_THERE = 2_000;

/** Columns that are empty as long as another one is. */
export const COMPANIONS: Readonly<Record<string, readonly string[]>> = { task: ['subtask_rank'] };

/** Said of what an import could not take, at most. */
export const MOST_LACKS = 200;
