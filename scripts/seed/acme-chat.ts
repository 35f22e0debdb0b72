/**
 * What has been said: who, how many hours ago, what. Reactions as seat and emoji; `thread`: the line that it answers;
 * `attachments`: files at the root of the project; `tells`: who was told of it, and as what.
 */
export type DemoMessage = {
  by: string;
  ago: number;
  body: string;
  reactions?: readonly [seat: string, emoji: string][];
  thread?: number;
  pinned?: true;
  attachments?: readonly string[];
  tells?: readonly [seat: string, as: 'mentioned' | 'direct' | 'replied' | 'called'][];
};
/** `project` with `clients`: the room of its team and clients; `direct`: of these people; otherwise the organisation's. */
export type DemoRoom = {
  project?: string;
  clients?: true;
  direct?: readonly string[];
  messages: readonly DemoMessage[];
};

export const acmeChat: readonly DemoRoom[] = [
  {
    messages: [
      { by: 'admin', ago: 52, body: 'Good morning! The new meeting room is open: **third floor, on the left**.' },
      {
        by: 'ines',
        ago: 51.5,
        body: 'The one with the window? Finally.',
        reactions: [
          ['user', '🎉'],
          ['leader', '🎉'],
        ],
      },
      { by: 'admin', ago: 28, body: 'Office closes at 15:00 on Friday.', pinned: true, reactions: [['tomasz', '👍']] },
      { by: 'tomasz', ago: 6, body: 'Lunch at one, anybody?' },
      { by: 'hana', ago: 5.9, body: 'Count me in.' },
    ],
  },
  {
    project: 'WEB',
    messages: [
      { by: 'leader', ago: 30, body: 'WEB-1 is waiting for the logo files. Daniel, did they arrive?' },
      { by: 'user', ago: 29.8, body: 'Only the small ones. I asked for SVG again.' },
      { by: 'user', ago: 27, body: 'They came:\n\n- `logo.svg`\n- `logo-dark.svg`', reactions: [['leader', '❤️']] },
      { by: 'leader', ago: 26.9, body: 'Great. Then the header can go on.', thread: 2 },
      { by: 'user', ago: 26.5, body: 'On it this afternoon.', thread: 2 },
      { by: 'leader', ago: 3, body: 'Agenda for the review at 16:00: sitemap, pricing, what blocks us.', pinned: true },
      {
        ...{ by: 'user', ago: 2.5, body: 'The staging site is up for it. So is the new header:' },
        attachments: ['Header with the new logo.png'],
        reactions: [
          ['leader', '👍'],
          ['ines', '🎉'],
        ],
      },
      {
        ...{ by: 'ines', ago: 2.2, body: '@Maya Lindqvist, shall the menu close by itself on phones? It is WEB-12.' },
        tells: [['leader', 'mentioned']],
      },
      {
        ...{ by: 'leader', ago: 1.2, body: 'Yes, after a tap. @Daniel Osei, can you try it on your phone?' },
        ...{
          thread: 7,
          tells: [
            ['user', 'mentioned'],
            ['ines', 'replied'],
          ],
        },
      },
    ],
  },
  {
    project: 'WEB',
    clients: true,
    messages: [
      { by: 'leader', ago: 48, body: 'Hello Priya, here we talk about everything that you see of the project too.' },
      { by: 'client', ago: 47, body: 'Thank you! When can we look at the pricing page?' },
      { by: 'leader', ago: 46, body: 'On Thursday. You will find it in WEB-4.' },
      { by: 'client', ago: 4, body: 'We have looked at it. Could the yearly price come first?' },
    ],
  },
  {
    direct: ['leader', 'user'],
    messages: [
      { by: 'leader', ago: 22, body: 'Can you take over WEB-7 while Inês is away?' },
      { by: 'user', ago: 21.5, body: 'Sure. Until when?', reactions: [['leader', '🙏']] },
      { by: 'leader', ago: 1, body: 'Until Friday. Thank you!', tells: [['user', 'direct']] },
    ],
  },
];
