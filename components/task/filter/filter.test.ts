import { expect, test } from 'vitest';
import { type Item, parseFilter } from '@/lib/filter/format';
import { formatsFor } from '@/lib/formats';
import { sayItem } from './filter-words';

const formats = formatsFor({ locale: 'en-GB', timeZone: 'UTC' });
const ID = '018f0000-0000-7000-8000-000000000001';
const OTHER = '018f0000-0000-7000-8000-000000000002';
const names = { [ID]: 'Anna', 'status:2': 'Doing' };
const said = (filter: string) => sayItem(parseFilter(filter).of[0] as Item, names, formats);

test.each([
  ['status:2,4', 'Status: Doing, Completed'],
  ['!priority:high', 'Priority not: High'],
  [`assignee:me,none,${ID},${OTHER}`, 'Assignee: Me, Nobody, Anna, Somebody'],
  ['audience:internal', 'Visible to: Team only'],
  ['due:overdue,none', 'Due date: Overdue, No date'],
  ['due:last-30-days', 'Due date: Last 30 days'],
  ['estimate:90', 'Estimate: 1 h 30 min'],
  ['estimate:2h', 'Estimate: 2 h'],
  ['estimate:..30m', 'Estimate: At most 30 min'],
  ['estimate:1h..', 'Estimate: At least 1 h'],
  ['estimate:30m..2h', 'Estimate: 30 min – 2 h'],
  ['spent:any', 'Time spent: Any'],
  ['text:roof', 'Text: “roof”'],
  ['blocked:yes', 'Blocked: Yes'],
  ['blocked:no', 'Blocked: No'],
  ['watcher:me', 'Watched by: Me'],
  [`parent:any,${ID},${OTHER}`, 'Parent: Any, Anna, A task'],
  ['project:WEB', 'Project: WEB'],
  [`category:${ID},${OTHER},none`, 'Category: Anna, No longer there, No category'],
  [`number.${ID}:12`, 'Anna: 12'],
  [`number.${ID}:..5`, 'Anna: At most 5'],
  [`number.${ID}:1000..`, 'Anna: At least 1,000'],
  [`number.${ID}:1..5`, 'Anna: 1 – 5'],
  [`text.${ID}:ink`, 'Anna: “ink”'],
  [`date.${OTHER}:none`, 'A field: None'],
  ['(priority:high|(due:overdue;assignee:me))', 'Priority: High or (Due date: Overdue and Assignee: Me)'],
  ['!(priority:high|blocked:yes)', 'Not (Priority: High or Blocked: Yes)'],
])('the condition %s is said as “%s”', (filter, words) =>
  expect(said(filter).replace(/[\u2066-\u2069]/g, '')).toBe(words),
);
