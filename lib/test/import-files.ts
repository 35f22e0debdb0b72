/** Files as Trello, Jira and Asana write them, shortened: their column names, orders, date formats and odd places. */

const member = (id: string, fullName: string, username: string) => ({ id, fullName, username, avatarHash: null });
const trelloId = (number: number) => `65a1b2c3${number.toString(16).padStart(16, '0')}`;

const TODO = trelloId(1);
const DOING = trelloId(2);
const DONE = trelloId(3);
const OLD = trelloId(4);
const ANN = trelloId(10);
const JOE = trelloId(11);
const label = (number: number, name: string, color: string) => ({ id: trelloId(20 + number), name, color, uses: 1 });
const BUG = label(1, 'Bug', 'red');
const PLAIN = label(2, '', 'green_dark');
type CardFields = Record<string, unknown>;
const card = (number: number, fields: CardFields) => ({
  ...{ id: trelloId(100 + number), desc: '', due: null, start: null, closed: false, dueComplete: false },
  ...{ address: null, badges: { comments: 0, attachments: 0 }, checkItemStates: null, descData: { emoji: {} } },
  ...{ idBoard: trelloId(0), idLabels: [], idMembers: [], labels: [], attachments: [], pos: number * 16384 },
  ...{ shortUrl: `https://trello.com/c/abc${number}`, customFieldItems: [], pluginData: [] },
  ...fields,
});
const comment = (number: number, on: number, by: [string, string], date: string, text: string) => ({
  id: trelloId(300 + number),
  idMemberCreator: by[0],
  type: 'commentCard',
  date,
  data: { text, card: { id: trelloId(100 + on), name: 'x', idShort: on }, list: { id: DOING } },
  memberCreator: member(by[0], by[1], by[1].toLowerCase()),
});

const action = (type: string, more: object = {}) => ({
  ...{ type, date: '2024-02-01T07:00:00.000Z', data: { card: { id: trelloId(101) }, ...more } },
});
/** Of the first card. */
const checklist = (name: string, pos: number, checkItems: object[]) => ({
  ...{ id: trelloId(399 + pos), idCard: trelloId(101), name, pos, checkItems },
});

/** `leader of acme` is a member here, Joe Stranger is not. */
export const TRELLO = {
  id: trelloId(0),
  name: 'Launch board',
  desc: '',
  closed: false,
  prefs: { permissionLevel: 'private' },
  members: [member(ANN, 'leader of acme', 'leader'), member(JOE, 'Joe Stranger', 'joe')],
  lists: [
    { id: DONE, name: 'Done', closed: false, pos: 49152 },
    { id: TODO, name: 'To Do', closed: false, pos: 16384 },
    { id: DOING, name: 'Doing', closed: false, pos: 32768 },
    { id: OLD, name: 'Old ideas', closed: true, pos: 65536 },
  ],
  labels: [BUG, PLAIN],
  cards: [
    card(3, { name: 'Ship it', idList: DONE, dueComplete: true, due: '2024-03-05T22:30:00.000Z' }),
    card(2, { name: 'Second in the list', idList: TODO, pos: 200 }),
    card(1, {
      name: 'Design the "poster"',
      idList: TODO,
      pos: 100,
      desc: '## What\n\nA *poster*, <b>bold</b>',
      idMembers: [ANN, JOE],
      labels: [BUG, PLAIN],
      idLabels: [BUG.id, PLAIN.id],
      start: '2024-02-01T09:00:00.000Z',
      due: '2024-02-20T12:00:00.000Z',
      customFieldItems: [
        { idCustomField: trelloId(600), idValue: null, value: { number: '3.5' } },
        { idCustomField: trelloId(602), idValue: trelloId(603), value: null },
      ],
      attachments: [{ name: 'draft [1].png', url: 'https://trello.com/1/cards/x/draft.png', bytes: 12 }],
    }),
    card(4, { name: 'Put away', idList: DOING, closed: true }),
    card(5, { name: 'In an archived list', idList: OLD }),
    card(6, { name: 'Working on it', idList: DOING, idLabels: [BUG.id], idMemberCreator: ANN }),
  ],
  checklists: [
    checklist('Steps', 1, [
      { name: 'Second', state: 'incomplete', pos: 200, due: null, idMember: null },
      { name: 'First', state: 'complete', pos: 100, due: null, idMember: null },
    ]),
    checklist('Papers', 2, [
      { name: 'Sign', state: 'incomplete', pos: 1, due: '2024-02-19T12:00:00.000Z', idMember: JOE },
    ]),
  ],
  // The newest first.
  actions: [
    comment(2, 1, [JOE, 'Joe Stranger'], '2024-02-03T08:00:00.000Z', 'I like the *second* one'),
    comment(1, 1, [ANN, 'leader of acme'], '2024-02-02T08:00:00.000Z', 'Which one?'),
    action('updateCard', { old: { pos: 1 } }),
    { ...action('createCard'), idMemberCreator: ANN, memberCreator: member(ANN, 'leader of acme', 'leader') },
  ],
  customFields: [
    { id: trelloId(600), name: 'Points', type: 'number', pos: 1 },
    { id: trelloId(602), name: 'Paper', type: 'list', options: [{ id: trelloId(603), value: { text: 'A *2*' } }] },
  ],
};

/** Jira Cloud, “all fields”: repeated names, `dd/MMM/yy h:mm a`, seconds, markup, quoted lines. */
export const JIRA = [
  'Summary,Issue key,Issue id,Parent id,Issue Type,Status,Project key,Project name,Priority,Assignee,Assignee Id,Reporter,Created,Updated,Resolved,Due date,Labels,Labels,Description,Original estimate,Σ Original Estimate,Attachment,Outward issue link (Blocks),Custom field (Story Points),Sprint,Sprint,Comment,Comment',
  'Checkout fails,SHOP-7,10007,,Bug,In Progress,SHOP,Web shop,Highest,leader of acme,5b1,Joe Stranger,28/Apr/20 11:40 AM,29/Apr/20 9:00 PM,,30/Apr/20 12:00 AM,payment,urgent fix,"h2. Steps\n# Open {{cart}}\n# Press *Pay*\n{code:java}\nint *x* = 1;\n{code}\nSee [the log|https://example.org/log]",7200,7200,28/Apr/20 11:41 AM;5b1;trace.txt;https://example.atlassian.net/secure/attachment/1/trace.txt,SHOP-8,3.0,Sprint 1,Sprint 2,"28/Apr/20 12:05 PM;leader of acme;Seen in *production*; twice","28/Apr/20 1:00 PM;5c2;Other one"',
  'Write the test,SHOP-9,10009,10007,Sub-task,Done,SHOP,Web shop,Medium,nobody@else.test,,leader of acme,01/May/20 8:00 AM,01/May/20 8:00 AM,02/May/20 5:30 PM,,,,,,,,,,,,,',
  'Refund page,SHOP-8,10008,,Story,Awaiting Approval,SHOP,Web shop,Lowest,,,leader of acme,13/May/20 8:00 AM,13/May/20 8:00 AM,,not a date,,,,,,,,,,,,',
  'Retry,SHOP-10,10010,,Task,Backlog,SHOP,Web shop,Low,user@acme.test,,leader of acme,2020-05-14 08:00,2020-05-14 08:00,,2020-06-01,,,,,,,,,,,,',
  '',
].join('\n');

/** Jira Cloud of today: accounts by id, categories of statuses, links both ways, an add-on's checklists, three levels. */
export const JIRA_CLOUD = [
  '\ufeffSummary,Issue key,Issue id,Parent key,Issue Type,Status,Status Category,Assignee,Assignee Id,Reporter,Reporter Id,Created,Due date,Sprint,Sprint,Inward issue link (Blocks),Inward issue link (Blocks),Outward issue link (Blocks),Outward issue link (Relates),Custom field (Checklists),Custom field (Checklists),Custom field (Rank),Custom field (Team),Time Spent,Comment,Comment',
  'Epic,APP-1,1,,Epic,Under way,In Progress,"of acme, leader",712020:aa,"of acme, leader",712020:aa,12/Mar/24 3:45 PM,14/Mrz/24,Sprint 1,Sprint 2,,,,APP-3,,,0|i0001,Red,5400,"12/Mar/24 4:00 PM;712020:aa;Look, [~accountid:712020:bb]\nSecond; line","12/Mar/24 5:00 PM;712020:bb;I do"',
  'Story,APP-2,2,APP-1,Story,Parked by Ann,Done,Joe Stranger,712020:bb,,,12/Mar/24 3:45 PM,,,,APP-1,APP-4,APP-3,,"{""name"":""Write it"",""checked"":true}","{""name"":""Read it"",""checked"":false}",,,,,',
  'Last,APP-3,3,APP-2,Sub-task,To Do,To Do,,,,,12/Mar/24 3:45 PM,,,,APP-2,OLD-7,APP-1,,"# Home\n* [x] Sweep\n* [ ] Mop",,,,,,',
  'Alone,APP-4,4,,Task,To Do,To Do,,,,,12/Mar/24 3:45 PM,,,,,,,,,,,,,,',
  '',
].join('\n');

/** Asana: parents and dependencies by name, days in ISO. */
export const ASANA = [
  'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task,Blocked By (Dependencies),Blocking (Dependencies),Priority,Estimated time',
  '1201,2024-01-02,,2024-01-03,Plan the party,Planning,leader of acme,leader@acme.test,2024-01-05,2024-01-20,"fun,office","First line\r\nSecond; line",Summer party,,,Send invitations,High,2.5',
  '1202,2024-01-02,2024-01-10,2024-01-10,Find a place,,Joe Stranger,joe@elsewhere.test,,,,,,Plan the party,,,,',
  '1203,2024-01-02,,2024-01-03,Send invitations,Doing,,,,,,"To bring:\r\n[ ] Stamps\r\n[x] Envelopes",Summer party,,"Plan the party,Buy paper, ink",,Low,',
  '1204,2024-01-02,,2024-01-03,"Buy paper, ink",Doing,,,,,,,Summer party,,,,,',
  '',
].join('\r\n');
