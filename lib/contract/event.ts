/** How an event is described: one entry of a domain's `events.ts`. Everything that follows from a fact stands in it. */
import type { z } from 'zod';
import type { AuditGroup } from '@/lib/audit/vocabulary';
import type { Formats } from '@/lib/formats';
import type { LiveEvent } from '@/lib/realtime/events';

/** How a reader is told of an event. */
export type Telling = {
  /** What it is about, in the words of the place: `this task`, `WEB-12`, `the project`, a name. */
  it: string;
  /** ` of WEB-12` where the place does not say already what a line is about; nothing there. */
  at: (preposition: string) => string;
  formats: Formats;
};

/** A line of history: of a project, and of a task where one is given. `audience` says whether clients read it. */
export type Line = { projectId: string; task?: { id: string; audience: string }; audience: 'internal' | 'client' };

/** What a notification waits on to be shown: it is true only as long as this is (lib/notification/queries.ts). */
const CONDITIONS = [
  'status is the same',
  'still assigned',
  'still leads',
  'still in the project',
  'project is gone',
  'role is the same',
  'role request waits',
  'member waits',
] as const;
export type Condition = (typeof CONDITIONS)[number];

type Fields = Readonly<Record<string, unknown>>;
type Words<D> = (data: D, telling: Telling) => string;

/** `S`: what the command hands over besides the payload, such as the task. `D`: the payload, which is kept. */
export type EventDefinition<S, D> = {
  /** The payload as it is kept: ids, codes and names, never long text. */
  data: z.ZodType<D>;
  /** What happened, in words that follow the name of who did it: "moved this task from Pending to Testing". */
  words: Words<D>;
  activity?: (subject: S, data: D) => Line;
  /** A line of the audit log. Without `after` it keeps the payload; whoever gives `before` or `after` reads them back. */
  audit?: {
    group: AuditGroup;
    /** The kind of line, as a heading. */
    label: string;
    target?: (subject: S, data: D) => string | undefined;
    /** False: this time it is no matter for the log. */
    when?: (subject: S, data: D, by: string | null) => boolean;
    before?: (data: D) => Fields;
    after?: (data: D) => Fields;
    /** The payload from a line as it lies in the table. */
    read?: (line: { before: Fields; after: Fields }) => unknown;
    /** What it is about, where the target's name does not say it. */
    it?: (data: D, target: string | null) => string;
    /** The whole sentence, where it does not begin with who did it. */
    sentence?: (who: string) => string;
  };
  /** What open browsers have to read anew: ids and versions, never content. */
  live?: (subject: S, data: D) => LiveEvent[];
  notify?: {
    to: (subject: S, data: D) => Iterable<string>;
    /** What it is shown with, and hidden with from whom may not see that (not so a project that is gone). */
    about?: (subject: S) => { taskId: string } | { projectId: string } | { goneProjectId: string };
    /** What of the payload the notification keeps, where not all of it is for whoever is told. */
    keeps?: (data: D) => Fields;
    /** To somebody it is about: "assigned this task to you". */
    words?: Words<D>;
    while?: Condition;
    /** The page of the organisation that it leads to, where it is about neither task nor project. */
    page?: string;
  };
  /** Members whose notifications may not be true any more. */
  outdate?: (subject: S, data: D, by: string | null) => Iterable<string>;
  /** Members who lost a right: their live connections end, and are authorised anew. */
  revoke?: (subject: S, data: D, by: string | null) => Iterable<string>;
  /** Names it had; stored lines bear them still. */
  formerly?: readonly string[];
  /** Today's payload from one of an older shape. */
  older?: (stored: Fields) => unknown;
};

/** An entry about `S`: `eventAbout<TaskSubject>()({ data: …, words: … })`. */
export const eventAbout =
  <S>() =>
  <D>(definition: EventDefinition<S, D>): EventDefinition<S, D> =>
    definition;

/** A domain's table of events. */
export const defineEvents = <const T extends Readonly<Record<string, object>>>(table: T): T => table;

/** "a", "a and b", "a, b and 3 more". */
export function listed(words: readonly string[]): string {
  if (words.length <= 2) return words.join(' and ');
  return words.length === 3
    ? `${words[0]}, ${words[1]} and ${words[2]}`
    : `${words[0]}, ${words[1]} and ${words.length - 2} more`;
}
