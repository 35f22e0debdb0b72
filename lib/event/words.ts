/** Stored lines in words: history, inbox and audit log share the sentence of the event's entry. */
import { isolated, isolatedIn } from '@/lib/bidi';
import type { EventDefinition, Telling } from '@/lib/contract/event';
import { definitionOf, kindOf } from '@/lib/event/registry';
import type { Formats } from '@/lib/formats';
import { NO_WORKFLOWS, statusName, type Workflows } from '@/lib/workflow/vocabulary';

type Fields = Readonly<Record<string, unknown>>;
type Definition = EventDefinition<unknown, unknown>;

/** In today's shape, whatever shape was stored; undefined if unreadable. */
function payloadOf({ data, older }: Definition, stored: Fields): unknown {
  const now = data.safeParse(stored);
  // Names and titles inside sentences keep their direction to themselves.
  return isolatedIn(now.success ? now.data : older && data.safeParse(older(stored)).data);
}

/** In which project a line is told, and what its statuses are called. */
type Where = { workflows: Workflows; projectId?: string | null; by?: string | null };
const ANYWHERE: Where = { workflows: NO_WORKFLOWS };

/** `own`: on the page of what the line is about. */
const telling = (it: string, formats: Formats, { workflows, projectId, by = null }: Where, own = false): Telling => ({
  it: isolated(it),
  formats,
  by,
  status: (code) => isolated(statusName(workflows, projectId, code)),
  at: (preposition) => (own ? '' : ` ${preposition} ${isolated(it)}`),
});

/** For names of events that this version does not know. */
const spelled = (name: string) => name.replace(/[._-]+/g, ' ').trim();

/** The words after the actor's name, and the event's present name. */
export type Told = { kind: string; says: string };

function told(stored: string, data: Fields, how: Telling, pick = (entry: Definition) => entry.words): Told {
  const kind = kindOf(stored);
  const entry = kind && definitionOf(kind);
  const payload = entry ? payloadOf(entry, data) : undefined;
  if (!kind || !entry || payload === undefined) return { kind: kind ?? stored, says: `changed ${how.it}` };
  return { kind, says: pick(entry)(payload, how) };
}

/** On its task's page without `subject`, else with the task's key or the project. */
export const activityInWords = (
  { kind, data, actor }: { kind: string; data: Fields; actor?: { _id: string } | null },
  formats: Formats,
  subject?: string,
  where = ANYWHERE,
): Told =>
  told(
    kind,
    data,
    telling(subject ?? 'this task', formats, { ...where, by: actor?._id ?? null }, subject === undefined),
  );

/** `page`: where it leads, if not to its task or project. */
export function notificationInWords(
  { kind, data, task }: { kind: string; data: Fields; task: unknown },
  formats: Formats,
  where = ANYWHERE,
): Told & { page: string | null } {
  const how = telling(task ? 'this task' : 'a project', formats, where);
  const found = kindOf(kind);
  return {
    ...told(kind, data, how, (entry) => entry.notify?.words ?? entry.words),
    page: (found && definitionOf(found).notify?.page) ?? null,
  };
}

export type AuditLine = { action: string; before: Fields | null; after: Fields | null };
export type AuditTold = { action: string; label: string; says: string };

/** Its heading, and its sentence without the full stop. */
export function auditInWords(
  { action, before, after }: AuditLine,
  by: { actor: string | null; target: string | null },
  formats: Formats,
): AuditTold {
  const { actor, target } = isolatedIn(by);
  const who = actor ?? 'Somebody';
  const kind = kindOf(action);
  const entry = kind && definitionOf(kind);
  if (!kind || !entry?.audit) {
    const name = spelled(action);
    const label = name.charAt(0).toUpperCase() + name.slice(1);
    return { action, label, says: [`${who}: ${name}`, target].filter(Boolean).join(' ') };
  }
  const { label, read, it, sentence } = entry.audit;
  const payload = payloadOf(entry, (read?.({ before: before ?? {}, after: after ?? {} }) as Fields) ?? after ?? {});
  if (sentence) return { action: kind, label, says: sentence(who) };
  if (payload === undefined)
    return { action: kind, label, says: [`${who}: ${label.toLowerCase()}`, target].filter(Boolean).join(' ') };
  const about = it?.(payload, target) ?? target ?? '…';
  return { action: kind, label, says: `${who} ${entry.words(payload, telling(about, formats, ANYWHERE))}`.trim() };
}
