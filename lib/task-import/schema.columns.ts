/** Which columns of a table are what, by source. Runs anywhere. */

import { nameKey } from '@/lib/clean-text';
import type { Source } from '@/lib/imported/vocabulary';
import { fieldIn } from '@/lib/task-export/vocabulary';
import { inEnglish } from '@/lib/task-import/schema.headings';
import { FIELDS, type Field, plain } from '@/lib/task-import/vocabulary';

/** Besides what a person may choose. */
export type Part =
  | Field
  | 'assigneeEmail'
  | 'creator'
  | 'created'
  | 'completed'
  | 'seconds'
  | 'links'
  | 'attachment'
  | 'watcher'
  | 'logged'
  | 'blocks'
  | 'blockedBy'
  | 'statusCategory'
  | 'parentTitle'
  | 'type'
  | 'name'
  | 'audience'
  | 'url';

/** By heading without case, spaces and signs, the best first. */
type Headings = Partial<Record<Part, readonly string[]>>;

/** In English: `schema.headings.ts` has the other languages. */
const JIRA: Headings = {
  title: ['summary'],
  id: ['issuekey', 'workitemkey', 'key', 'issueid'],
  description: ['description'],
  list: ['status'],
  statusCategory: ['statuscategory'],
  type: ['issuetype', 'worktype'],
  priority: ['priority'],
  assignee: ['assignee'],
  creator: ['reporter', 'creator'],
  created: ['created'],
  completed: ['resolved', 'resolutiondate'],
  start: ['customfieldstartdate', 'startdate', 'customfieldfechadeinicio', 'customfieldtargetstart'],
  due: ['duedate', 'due', 'customfieldduedate'],
  seconds: ['originalestimate', 'timeoriginalestimate'],
  labels: ['labels', 'components', 'component', 'componentcomponents'],
  parent: ['parentkey', 'parentid', 'parent', 'customfieldepiclink', 'customfieldparentlink'],
  parentTitle: ['parentsummary', 'epiclinksummary'],
  comment: ['comment', 'comments'],
  attachment: ['attachment', 'attachments'],
  watcher: ['watchers', 'watcher'],
  logged: ['logwork', 'worklog', 'worklogs'],
  checklist: [
    'customfieldchecklists',
    'customfieldchecklist',
    'customfieldchecklisttext',
    'customfieldsmartchecklist',
    'customfieldlocalchecklist',
    'checklists',
    'checklist',
  ],
  blocks: ['outwardissuelinkblocks'],
  blockedBy: ['inwardissuelinkblocks'],
  name: ['projectname'],
};

const ASANA: Headings = {
  title: ['name', 'taskname', 'task'],
  id: ['taskid', 'id'],
  description: ['notes', 'description'],
  list: ['sectioncolumn', 'section', 'column'],
  priority: ['priority'],
  assignee: ['assignee', 'assigneename'],
  assigneeEmail: ['assigneeemail'],
  created: ['createdat', 'createdon'],
  completed: ['completedat', 'completedon'],
  start: ['startdate', 'starton'],
  due: ['duedate', 'dueon'],
  labels: ['tags', 'labels'],
  parent: ['parenttask', 'parenttaskid', 'parent'],
  watcher: ['collaborators', 'followers'],
  blockedBy: ['blockedbydependencies', 'blockedby', 'dependencies'],
  blocks: ['blockingdependencies', 'blocking'],
  name: ['projects', 'project'],
};

const CSV: Headings = {
  title: ['title', 'name', 'taskname', 'task', 'summary', 'subject', 'cardname', 'titel', 'aufgabe', 'betreff', 'todo'],
  id: ['id', 'taskid', 'key', 'issuekey', 'cardid', 'number'],
  description: ['description', 'notes', 'details', 'body', 'desc', 'carddescription', 'beschreibung', 'notizen'],
  list: ['status', 'list', 'listname', 'state', 'column', 'section', 'sectioncolumn', 'stage', 'bucket', 'spalte'],
  priority: ['priority', 'prioritat'],
  assignee: ['assignees', 'assignee', 'assignedto', 'owner', 'responsible', 'members', 'zugewiesen', 'verantwortlich'],
  assigneeEmail: ['assigneeemail', 'owneremail'],
  creator: ['createdby', 'creator', 'reporter', 'author'],
  created: ['createdutc', 'created', 'createdat', 'createddate', 'erstellt'],
  completed: ['completedutc', 'completedat', 'completeddate', 'finishedat'],
  start: ['startdate', 'start', 'begin', 'startdatum', 'beginn'],
  due: ['duedate', 'due', 'deadline', 'enddate', 'falligkeitsdatum', 'fallig', 'falligam'],
  estimate: ['estimateminutes', 'estimate', 'estimatedminutes', 'schatzung'],
  labels: ['labels', 'tags', 'label', 'tag', 'etiketten', 'schlagworter'],
  category: ['category', 'kategorie'],
  milestone: ['milestone', 'meilenstein'],
  parent: ['parenttask', 'parent', 'parentid', 'parentkey', 'parenttaskid'],
  comment: ['comment', 'comments', 'kommentar', 'kommentare'],
  checklist: ['checklist', 'checklistitems', 'checkliste'],
  blocks: ['blocks', 'blocking'],
  blockedBy: ['blockedby', 'dependson', 'predecessors'],
  watcher: ['watchers', 'followers'],
  audience: ['visibleto'],
  url: ['url', 'link', 'cardurl'],
  name: ['project', 'projectname', 'board', 'boardname'],
};

const OF_SOURCE: Record<Exclude<Source, 'trello'>, Headings> = { csv: CSV, jira: JIRA, asana: ASANA };

/** How many of the headings such a file is known to have. */
export function knownHeadings(source: Exclude<Source, 'trello'>, headings: readonly string[]): number {
  const words = new Set(Object.values(OF_SOURCE[source]).flat());
  return headings.filter((heading) => words.has(plain(source === 'jira' ? inEnglish(heading) : heading))).length;
}

type Other = { name: string; places: number[]; seconds: boolean };

/** Places of the columns that are a part, the best first; a heading may stand several times. */
export type Columns = {
  at: (part: Part) => readonly number[];
  chosen: Record<string, string>;
  /** What people filled in besides, such as fields of their own. */
  others: Other[];
  /** Places of what somebody filled in, and nothing is made of. */
  unread: readonly number[];
};

/** Parts that a task may have several of: other programs number what Jira repeats (`Comment.1`). */
const REPEATED: ReadonlySet<Part> = new Set([
  'comment',
  'labels',
  'watcher',
  'logged',
  'attachment',
  'blocks',
  'blockedBy',
]);

/** What Jira counts by itself, or nobody reads. */
const NOISE =
  /^(?:rank|development|\[chart\].*|(?:issue|epic) colou?r|epic status|.*checklist progress.*|vulnerability|design|.* forms|last viewed|request participants|atlas project .*)$/i;

/** Nobody misses these: ids beside names, and what is counted from other columns. */
const SILENT =
  /^$|^(?:.* id|.*\)id|project .*|Σ .*|work ratio|status category changed|last ?(?:viewed|modified|changed.*)|updated|votes|remaining estimate)$/i;

const isSilent = (heading: string) =>
  SILENT.test(heading) || NOISE.test(heading.replace(/^custom field \((.+)\)$/i, '$1'));

/** How a column that is no part is called in words; null if it stays away. */
function nameOf(source: Source, heading: string): string | null {
  if (source === 'asana') return /^last ?modified$/i.test(heading) ? null : heading;
  if (source !== 'jira') return null;
  const [, field] = /^custom field \((.+)\)$/i.exec(heading) ?? [];
  if (field) return NOISE.test(field) ? null : field;
  const [, link] = /^(?:in|out)ward issue link \((.+)\)$/i.exec(heading) ?? [];
  if (link) return link;
  return /^(?:sprint|fix version\/?s?|affects version\/?s?|environment|resolution|team|time spent)$/i.test(heading)
    ? heading.charAt(0) + heading.slice(1).toLowerCase()
    : null;
}

const MOST_OTHERS = 100;

/** Jira's own before those that people made. */
function othersOf(source: Source, headings: readonly string[], free: (at: number) => boolean): Other[] {
  const found = new Map<string, Other & { custom: boolean }>();
  headings.forEach((heading, at) => {
    const name = heading && free(at) ? nameOf(source, heading) : null;
    if (!name) return;
    const custom = source === 'jira' && heading.startsWith('Custom');
    const one = found.get(name) ?? { name, places: [], seconds: plain(heading) === 'timespent', custom };
    one.places.push(at);
    found.set(name, one);
  });
  return [...found.values()].sort((one, other) => Number(one.custom) - Number(other.custom)).slice(0, MOST_OTHERS);
}

/** `heading`: as a person chose; otherwise that of its name, and an empty one is none. */
export type OwnField = { id: string; name: string; heading?: string | undefined };

/** Of the organisation's own fields, as their columns are called, ours and Jira's too. */
const ownName = (heading: string) => fieldIn(heading) ?? /^custom field \((.+)\)$/i.exec(heading)?.[1] ?? heading;

function ownColumns(fields: readonly OwnField[], headings: readonly string[], free: (at: number) => boolean) {
  return fields.flatMap(({ id, name, heading }) => {
    const fits = (one: string) =>
      heading === undefined ? nameKey(ownName(one)) === nameKey(name) : one === heading.trim() && heading !== '';
    const places = headings.flatMap((one, at) => (free(at) && fits(one) ? [at] : []));
    return places.length ? [{ id, name, places, seconds: false }] : [];
  });
}

/**
 * `columns` and `fields`: headings that a person chose; an empty one takes the field away. `isFilled`: a row has something
 * there.
 */
export function columnsOf(
  source: Exclude<Source, 'trello'>,
  headings: readonly string[],
  { columns: mapping = {}, fields = [] }: { columns?: Partial<Record<Field, string>>; fields?: readonly OwnField[] },
  isFilled: (at: number) => boolean,
): Columns {
  const words = source === 'jira' ? headings.map(inEnglish) : headings;
  const known = words.map(plain);
  const places = new Map<Part, number[]>();
  for (const [part, words] of Object.entries(OF_SOURCE[source]) as [Part, readonly string[]][])
    places.set(
      part,
      words.flatMap((word) =>
        known.flatMap((heading, at) =>
          heading === word || (REPEATED.has(part) && heading.replace(/(?<!\d)\d+$/, '') === word) ? [at] : [],
        ),
      ),
    );
  for (const [field, heading] of Object.entries(mapping) as [Field, string][])
    places.set(
      field,
      headings.flatMap((one, at) => (one === heading.trim() && heading ? [at] : [])),
    );
  const chosen: Record<string, string> = {};
  for (const field of FIELDS) {
    const [first] = places.get(field) ?? [];
    if (first !== undefined) chosen[field] = headings[first] as string;
  }
  const taken = new Set([...places.values()].flat());
  const own = ownColumns(fields, words, (at) => !taken.has(at));
  for (const { id, places: found } of own) chosen[id] = headings[found[0] as number] as string;
  for (const at of own.flatMap((one) => one.places)) taken.add(at);
  const others = [...own, ...othersOf(source, words, (at) => !taken.has(at) && isFilled(at))];
  const told = new Set([...taken, ...others.flatMap((one) => one.places)]);
  const unread = words.flatMap((heading, at) => (told.has(at) || isSilent(heading) || !isFilled(at) ? [] : [at]));
  return { at: (part) => places.get(part) ?? [], chosen, others, unread };
}
