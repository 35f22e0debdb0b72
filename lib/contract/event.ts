/** One entry of a domain's `events.ts`: everything that follows from a fact stands in it. */
import type { z } from 'zod';
import type { AuditGroup } from '@/lib/audit/vocabulary';
import type { Formats } from '@/lib/formats';
import type { Topic } from '@/lib/notification/vocabulary';
import type { LiveEvent } from '@/lib/realtime/events';

export type Telling = {
  /** What it is about, in the words of the place: `this task`, `WEB-12`, `the project`, a name. */
  it: string;
  /** ` of WEB-12`, or nothing where the place already says what the line is about. */
  at: (preposition: string) => string;
  formats: Formats;
  /** Who did it: where that is told of them as well. */
  by: string | null;
  /** What a status is called in the project of the line. */
  status: (code: number) => string;
};

/**
 * A line in a project's history, and a task's if one is given. `audience` says whether clients read it. `earlier`: the
 * long text that was replaced, kept beside the line and not sent with it.
 */
export type Line = {
  projectId: string;
  task?: { id: string; audience: string };
  audience: 'internal' | 'client';
  earlier?: string;
};

/** A notification is shown only while its condition is true (lib/notification/queries.ts). */
const CONDITIONS = [
  'status is the same',
  'still assigned',
  'still due',
  'still leads',
  'still in the project',
  'still named',
  'still called',
  'still there',
  'comment is there',
  'still mentioned',
  'still watching',
  'still invited',
  'meeting is seen',
  'project is gone',
  'milestone is there',
  'update is there',
  'role is the same',
  'role request waits',
  'member waits',
  'request waits',
  'request is decided',
  'sign-off waits',
  'sign-off is seen',
] as const;
export type Condition = (typeof CONDITIONS)[number];

type Fields = Readonly<Record<string, unknown>>;
type Words<D> = (data: D, telling: Telling) => string;

/** `S`: what the command gives besides the payload, such as the task. `D`: the payload, which is stored. */
export type EventDefinition<S, D> = {
  /** Stored: ids, codes and names, never long text. */
  data: z.ZodType<D>;
  /** Words that follow the actor's name: "moved this task from Pending to Testing". */
  words: Words<D>;
  /** Nothing: it belongs to no project. */
  activity?: (subject: S, data: D) => Line | undefined;
  /** Without `after` the line keeps the payload; an entry with `before` or `after` also needs `read`. */
  audit?: {
    group: AuditGroup;
    label: string;
    target?: (subject: S, data: D) => string | undefined;
    when?: (subject: S, data: D, by: string | null) => boolean;
    before?: (data: D) => Fields;
    after?: (data: D) => Fields;
    /** The payload from a stored line. */
    read?: (line: { before: Fields; after: Fields }) => unknown;
    it?: (data: D, target: string | null) => string;
    sentence?: (who: string) => string;
  };
  /** What open browsers must fetch again: ids and versions, never content. */
  live?: (subject: S, data: D) => LiveEvent[];
  notify?: {
    /** By which the recipients choose whether and how they are told. */
    topic: Topic;
    to: (subject: S, data: D) => Iterable<string>;
    /** Hides the notification from those who may not see this (except a project that is gone). */
    about?: (
      subject: S,
    ) =>
      | { taskId: string }
      | { projectId: string }
      | { goneProjectId: string }
      | { messageId: string; roomId: string; projectId: string | null };
    /** The part of the payload that the recipient may see; without it, all. */
    keeps?: (data: D) => Fields;
    /** For the person it is about: "assigned this task to you". */
    words?: Words<D>;
    while?: Condition;
    /** Also who it is said by: a rule acts in the name of whoever made it. */
    own?: true;
    page?: string;
  };
  /** Members some of whose notifications may no longer be true. */
  outdate?: (subject: S, data: D, by: string | null) => Iterable<string>;
  /** Members who lost a right: their live connections end and are authorised anew. */
  revoke?: (subject: S, data: D, by: string | null) => Iterable<string>;
  /** Earlier names; stored lines still have them. */
  formerly?: readonly string[];
  /** Today's payload from one of an older shape. */
  older?: (stored: Fields) => unknown;
};

/** An entry about `S`: `eventAbout<TaskSubject>()({ data: …, words: … })`. */
export const eventAbout =
  <S>() =>
  <D>(definition: EventDefinition<S, D>): EventDefinition<S, D> =>
    definition;

export const defineEvents = <const T extends Readonly<Record<string, object>>>(table: T): T => table;

/** "a", "a and b", "a, b and 3 more". */
export function listed(words: readonly string[]): string {
  if (words.length <= 2) return words.join(' and ');
  return words.length === 3
    ? `${words[0]}, ${words[1]} and ${words[2]}`
    : `${words[0]}, ${words[1]} and ${words.length - 2} more`;
}
