import type { DemoTemplate } from './demo-data';

export const templates: DemoTemplate[] = [
  {
    name: 'New colleague',
    summary: 'The first two weeks of somebody who joins the studio.',
    by: 'subadmin',
    tasks: [
      {
        title: 'Welcome a new colleague',
        description: 'Everything is ready **before** the first day.',
        priority: 'high',
        due: 14,
        checklist: ['Contract signed', 'Desk and chair', 'Photograph for the website'],
      },
      { title: 'Order a computer', estimate: 30, due: 2, parent: 0 },
      { title: 'Accounts and keys', estimate: 60, due: 3, parent: 0, after: 1 },
      { title: 'Lunch with the team', from: 5, due: 5, parent: 0 },
    ],
  },
  {
    name: 'Website launch',
    summary: 'From the first talk to the day on which it goes live, in eight weeks.',
    by: 'leader',
    project: { type: 'web_application', tint: 'c3', days: 56 },
    roles: ['Design', 'Development'],
    tasks: [
      { title: 'Talk with the client', due: 3, client: true, estimate: 120 },
      { title: 'Design', from: 4, due: 20, role: 0, after: 0 },
      { title: 'Sketches', from: 4, due: 10, parent: 1, role: 0 },
      { title: 'Final layouts', from: 11, due: 20, parent: 1, role: 0, client: true, after: 2 },
      { title: 'Build', from: 21, due: 45, role: 1, after: 1, checklist: ['Pages', 'Forms', 'Search'] },
      { title: 'Check with a screen reader', from: 46, due: 49, priority: 'high', role: 1, after: 4 },
      { title: 'Go live', due: 56, priority: 'urgent', client: true, after: 5 },
    ],
  },
];
