/** All domains' events in one table; a new domain adds its own here. */
import { accountEvents } from '@/lib/account/events';
import { auditEvents } from '@/lib/audit/events';
import { categoryEvents } from '@/lib/category/events';
import { checklistEvents } from '@/lib/checklist/events';
import { clientRequestEvents } from '@/lib/client-request/events';
import { clientViewEvents } from '@/lib/client-view/events';
import { commentEvents } from '@/lib/comment/events';
import type { EventDefinition } from '@/lib/contract/event';
import { customFieldEvents } from '@/lib/custom-field/events';
import { dependencyEvents } from '@/lib/dependency/events';
import { fileEvents } from '@/lib/file/events';
import { fileCommentEvents } from '@/lib/file-comment/events';
import { folderEvents } from '@/lib/folder/events';
import { invitationEvents } from '@/lib/invitation/events';
import { jobEvents } from '@/lib/job/events';
import { labelEvents } from '@/lib/label/events';
import { mailEvents } from '@/lib/mail/events';
import { meetingEvents } from '@/lib/meeting/events';
import { memberEvents } from '@/lib/member/events';
import { messageEvents } from '@/lib/message/events';
import { milestoneEvents } from '@/lib/milestone/events';
import { notificationEvents } from '@/lib/notification/events';
import { organisationEvents } from '@/lib/organisation/events';
import { organisationArchiveEvents } from '@/lib/organisation-archive/events';
import { projectEvents } from '@/lib/project/events';
import { projectCopyEvents } from '@/lib/project-copy/events';
import { projectUpdateEvents } from '@/lib/project-update/events';
import { recurrenceEvents } from '@/lib/recurrence/events';
import { roomEvents } from '@/lib/room/events';
import { ruleEvents } from '@/lib/rule/events';
import { sessionEvents } from '@/lib/session/events';
import { signOffEvents } from '@/lib/sign-off/events';
import { subtaskEvents } from '@/lib/subtask/events';
import { taskEvents } from '@/lib/task/events';
import { taskExportEvents } from '@/lib/task-export/events';
import { taskImportEvents } from '@/lib/task-import/events';
import { taskOriginEvents } from '@/lib/task-origin/events';
import { taskTransferEvents } from '@/lib/task-transfer/events';
import { templateEvents } from '@/lib/template/events';
import { timeEntryEvents } from '@/lib/time-entry/events';
import { viewEvents } from '@/lib/view/events';
import { watcherEvents } from '@/lib/watcher/events';
import { workflowEvents } from '@/lib/workflow/events';

export const EVENTS = {
  ...taskEvents,
  ...taskTransferEvents,
  ...taskOriginEvents,
  ...subtaskEvents,
  ...signOffEvents,
  ...commentEvents,
  ...projectEvents,
  ...projectCopyEvents,
  ...clientRequestEvents,
  ...clientViewEvents,
  ...categoryEvents,
  ...labelEvents,
  ...customFieldEvents,
  ...milestoneEvents,
  ...projectUpdateEvents,
  ...dependencyEvents,
  ...timeEntryEvents,
  ...recurrenceEvents,
  ...checklistEvents,
  ...watcherEvents,
  ...fileEvents,
  ...fileCommentEvents,
  ...folderEvents,
  ...memberEvents,
  ...invitationEvents,
  ...organisationEvents,
  ...organisationArchiveEvents,
  ...mailEvents,
  ...jobEvents,
  ...sessionEvents,
  ...accountEvents,
  ...auditEvents,
  ...taskExportEvents,
  ...taskImportEvents,
  ...viewEvents,
  ...workflowEvents,
  ...roomEvents,
  ...messageEvents,
  ...meetingEvents,
  ...notificationEvents,
  ...ruleEvents,
  ...templateEvents,
};

export type EventKind = keyof typeof EVENTS;
type SubjectOf<K extends EventKind> = (typeof EVENTS)[K] extends EventDefinition<infer S, infer _D> ? S : never;
export type PayloadOf<K extends EventKind> = (typeof EVENTS)[K] extends EventDefinition<infer _S, infer D> ? D : never;

/** The arguments of `happened`: an unknown kind or another kind's payload does not compile. */
export type Fact<K extends EventKind> = [kind: K, subject: SubjectOf<K>, ...payload: PayloadArgument<PayloadOf<K>>];
type PayloadArgument<D> = Record<string, never> extends D ? [data?: D] : [data: D];

const BY_NAME: ReadonlyMap<string, EventKind> = new Map(
  (Object.keys(EVENTS) as EventKind[]).flatMap((kind) => namesOf(kind).map((name) => [name, kind])),
);

/** The present name for a stored one; null for an unknown one. */
export const kindOf = (stored: string): EventKind | null => BY_NAME.get(stored) ?? null;

export function namesOf(kind: EventKind): string[] {
  return [kind, ...(definitionOf(kind).formerly ?? [])];
}

export function definitionOf(kind: EventKind): EventDefinition<unknown, unknown> {
  return EVENTS[kind] as unknown as EventDefinition<unknown, unknown>;
}

export const kindsWhere = (fits: (definition: EventDefinition<unknown, unknown>) => boolean): EventKind[] =>
  (Object.keys(EVENTS) as EventKind[]).filter((kind) => fits(definitionOf(kind)));
