import { seedId } from '../../scripts/seed/rows';
import type { OrganisationKey, Seat } from './accounts';

export type Screen = {
  path: string;
  /** Who opens it; nobody where it is public. */
  seat?: Seat;
  org?: OrganisationKey;
  status?: number;
  /** The same with a few of its many like parts, which is what is looked at in both themes and at both widths. */
  part?: string;
  /** First-load JavaScript, KB after gzip (rulings 29). */
  budget: number;
  /** HTML before packing, kB, where more than `HTML`. */
  html?: number;
};

/** What the HTML of a page of the demo may weigh before it is packed, kB (1,000 bytes). */
export const HTML = 90;
/** Where 50 rows, or 100 cards and the data of 250, may come to stand while the journeys add to them. */
const ROWS = 150;
const CARDS = 200;

/** A meeting of the demo, by its title. */
const meetingOf = (title: string) => `/acme/meeting?meeting=${seedId(`acme meeting ${title}`)}`;

const PUBLIC = 150;
const PLAIN = 195;
const WITH_DATA = 215;
const BOARD = 230;

/** Every URL of the specification, and what its first load may weigh. */
export const SCREENS: Screen[] = [
  { path: '/', budget: PUBLIC },
  { path: '/home', budget: PUBLIC },
  { path: '/signup', budget: PUBLIC },
  { path: '/forgetpassword', budget: PUBLIC },
  { path: '/otp', budget: PUBLIC },
  { path: '/already_registered', budget: PUBLIC },
  { path: '/already_registered?q=a', budget: PUBLIC },
  { path: '/new_register', budget: PUBLIC },
  { path: '/verified', budget: PUBLIC },
  { path: '/loadingpage', budget: PUBLIC },
  { path: '/acme/login', budget: PUBLIC },
  { path: '/there/is/nothing', status: 404, budget: PUBLIC },
  { path: '/drag', budget: BOARD },
  // All endpoints in a line each; a group with its examples; a page of records.
  { path: '/docs/api', budget: PUBLIC, html: 400 },
  { path: '/docs/api?group=messages-of-the-chat', budget: PUBLIC, html: 400 },
  { path: '/docs/api?group=records-1', part: '/docs/api?q=label', budget: PUBLIC, html: 400 },
  { path: '/profile', seat: 'leader', budget: PLAIN },
  { path: '/acme/dashboard', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/project', seat: 'leader', budget: WITH_DATA, html: ROWS },
  { path: '/acme/projectdetails?project=WEB', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/projectdetails?project=WEB&tab=tasks', seat: 'leader', budget: WITH_DATA, html: ROWS },
  // Two charts, each with its numbers in a table behind it.
  { path: '/acme/projectdetails?project=WEB&tab=efficiency', seat: 'leader', budget: WITH_DATA, html: ROWS },
  { path: '/acme/projectdetails?project=WEB&tab=people', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/projectdetails?project=WEB&tab=activity', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/task', seat: 'leader', budget: WITH_DATA, html: ROWS },
  { path: '/acme/task?view=board&project=WEB', seat: 'leader', budget: BOARD, html: CARDS },
  { path: '/acme/task?view=calendar', seat: 'leader', budget: WITH_DATA, html: ROWS },
  { path: '/acme/task?view=calendar&project=WEB&span=week', seat: 'leader', budget: WITH_DATA, html: ROWS },
  { path: '/acme/task?view=calendar', seat: 'client', budget: WITH_DATA, html: ROWS },
  { path: '/acme/task?view=timeline', seat: 'leader', budget: WITH_DATA, html: ROWS },
  { path: '/acme/task?view=timeline', seat: 'client', budget: WITH_DATA, html: ROWS },
  { path: '/acme/projectdetails?project=WEB&tab=timeline', seat: 'leader', budget: WITH_DATA, html: ROWS },
  { path: '/acme/taskpage?task=WEB-7', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/project?view=new', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/project?view=template', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/projectdetails?project=WEB&view=edit', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/task?view=new', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/task?view=template&project=WEB', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/task?view=import&project=WEB', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/task?view=time&from=2020-01-01', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/task?view=sheet', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/taskpage?task=WEB-7&view=edit', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/meeting', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/meeting?view=week', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/meeting?view=month&who=all', seat: 'client', budget: WITH_DATA },
  { path: meetingOf('Weekly planning'), seat: 'leader', budget: WITH_DATA },
  { path: meetingOf('Review with the client'), seat: 'client', budget: WITH_DATA },
  { path: '/acme/projectdetails?project=WEB&tab=meetings', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/file_manager', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/file_manager?project=WEB', seat: 'leader', budget: WITH_DATA, html: ROWS },
  { path: '/acme/file_manager?project=WEB&view=grid', seat: 'observer', budget: WITH_DATA, html: ROWS },
  { path: '/acme/file_manager', seat: 'client', budget: WITH_DATA },
  { path: '/acme/file_manager?view=bin', seat: 'leader', budget: WITH_DATA, html: ROWS },
  { path: '/acme/projectdetails?project=WEB&tab=files', seat: 'leader', budget: WITH_DATA, html: ROWS },
  { path: '/acme/userlist', seat: 'leader', budget: PLAIN, html: ROWS },
  { path: '/acme/notifications', seat: 'leader', budget: WITH_DATA, html: ROWS },
  { path: '/acme/chat', seat: 'leader', budget: PLAIN },
  { path: '/acme/settings', seat: 'leader', budget: PLAIN },
  { path: '/acme/settings', seat: 'admin', budget: PLAIN },
  { path: '/acme/settings?section=key', seat: 'admin', budget: PLAIN },
  { path: '/acme/settings?section=joining', seat: 'admin', budget: PLAIN },
  { path: '/acme/settings?section=security', seat: 'admin', budget: PLAIN },
  { path: '/acme/settings?section=danger', seat: 'admin', budget: PLAIN },
  { path: '/acme/settings?section=data', seat: 'admin', budget: PLAIN },
  { path: '/acme/newpassword', seat: 'leader', budget: PLAIN },
  { path: '/acme/settings?section=categories', seat: 'admin', budget: PLAIN },
  { path: '/acme/settings?section=labels', seat: 'admin', budget: PLAIN },
  { path: '/acme/settings?section=fields', seat: 'admin', budget: PLAIN },
  { path: '/acme/settings?section=rules', seat: 'admin', budget: PLAIN },
  { path: '/acme/settings?section=templates', seat: 'admin', budget: PLAIN },
  { path: '/acme/settings?section=workflow', seat: 'admin', budget: PLAIN },
  { path: '/acme/settings?section=workflow&project=WEB', seat: 'observer', budget: PLAIN },
  // What each of six roles may do, some sixty rights.
  { path: '/acme/settings?section=roles', seat: 'leader', budget: PLAIN, html: 210 },
  { path: '/acme/settings?section=mail', seat: 'subadmin', budget: PLAIN, html: ROWS },
  { path: '/acme/settings?section=audit', seat: 'observer', budget: PLAIN, html: ROWS },
  { path: '/acme/userlist?view=invitations', seat: 'admin', budget: PLAIN, html: ROWS },
  { path: '/acme/settings', seat: 'client', status: 403, budget: PLAIN },
  { path: '/acme/taskpage?task=WEB-999', seat: 'leader', status: 404, budget: WITH_DATA },
  { path: '/acme/projectdetails?project=WEB&tab=requests', seat: 'leader', budget: WITH_DATA },
  { path: '/acme/projectdetails?project=WEB&tab=requests', seat: 'client', budget: WITH_DATA },
  { path: '/view/ended', budget: PUBLIC },
  { path: '/invitation/meeting?token=incomplete', budget: PUBLIC },
  { path: '/waiting', seat: 'pending', budget: PUBLIC },
  { path: '/acme/dashboard', seat: 'client', budget: WITH_DATA },
  { path: '/acme/task?view=board&project=WEB', seat: 'client', budget: BOARD, html: CARDS },
];

export const screenName = ({ path, seat }: Screen) => (seat ? `${path} as ${seat}` : path);
