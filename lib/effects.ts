import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import type { Line } from '@/lib/contract/event';
import { definitionOf, type EventKind, type Fact } from '@/lib/event/registry';
import type { Ctx } from '@/lib/org';
import { addToOutbox } from '@/lib/outbox';
import { deliveriesOf, type LiveEvent } from '@/lib/realtime/events';
import { type Db, recordset, type Sql, sql } from '@/lib/sql';
import { newId } from '@/lib/validation';
import type { Prisma } from '@/prisma/client/client';

type Json = Prisma.InputJsonObject;
type NewActivity = Line & { kind: string; data?: Json };
type NewNotification = { memberId: string; kind: string; taskId?: string; data?: Json };
type NewAudit = { action: string; target?: string; before?: Json; after?: Json };

export type Author = { orgId: string; memberId: string | null; ip?: string; userAgent?: string };

export type Effects = {
  activities: NewActivity[];
  events: LiveEvent[];
  notifications: NewNotification[];
  audits: NewAudit[];
  /** Members some of whose notifications may no longer be true: open inboxes fetch again. */
  staleInboxes: Set<string>;
  /** Members whose live connections must be authorised anew. */
  revoked: string[];
  /** Statements that leave together with what the facts cause, in one message. */
  writes: Sql[];
  written: { activities: number; notifications: number; audits: number; sent: Set<string> };
};

export const newEffects = (): Effects => ({
  activities: [],
  events: [],
  notifications: [],
  audits: [],
  staleInboxes: new Set(),
  revoked: [],
  writes: [],
  written: { activities: 0, notifications: 0, audits: 0, sent: new Set() },
});

/** Part of a command's context, or of what replaces it before there is a seat. */
export type Writing = Pick<Ctx, 'db' | 'happened'>;

/** Adds all effects of one fact, by its entry in the domain's events.ts. */
export function derive<K extends EventKind>(effects: Effects, by: string | null, ...fact: Fact<K>): void {
  const [kind, subject, given] = fact as unknown as [EventKind, unknown, Json?];
  const payload: Json = given ?? {};
  const { activity, audit, live, notify, outdate, revoke } = definitionOf(kind);
  const line = activity?.(subject, payload);
  if (line) effects.activities.push({ ...line, kind, data: payload });
  if (audit && (audit.when?.(subject, payload, by) ?? true)) {
    const whole = !audit.before && !audit.after && Object.keys(payload).length > 0 ? payload : undefined;
    const before = audit.before?.(payload) as Json | undefined;
    const after = (audit.after?.(payload) as Json | undefined) ?? whole;
    const target = audit.target?.(subject, payload);
    effects.audits.push({
      action: kind,
      ...(target && { target }),
      ...(before && { before }),
      ...(after && { after }),
    });
  }
  if (notify) {
    const about: { taskId?: string; projectId?: string; goneProjectId?: string } = notify.about?.(subject) ?? {};
    const task = about.taskId && { taskId: about.taskId };
    const data: Json = {
      ...((notify.keeps?.(payload) as Json | undefined) ?? payload),
      ...(about.projectId && { project_id: about.projectId }),
      ...(about.goneProjectId && { deleted_project_id: about.goneProjectId }),
    };
    // Nobody is notified of their own action.
    for (const memberId of new Set(notify.to(subject, payload)))
      if (memberId !== by) effects.notifications.push({ memberId, kind, ...task, data });
  }
  for (const event of live?.(subject, payload) ?? []) announce(effects, event);
  for (const memberId of outdate?.(subject, payload, by) ?? []) effects.staleInboxes.add(memberId);
  effects.revoked.push(...(revoke?.(subject, payload, by) ?? []));
}

/** One message per version of a task: recipients fetch the task once. */
function announce({ events }: Effects, event: LiveEvent): void {
  for (const known of events) {
    if (isDeepStrictEqual(known, event)) return;
    if (!isOfTask(known) || !isOfTask(event) || known.taskId !== event.taskId || known.version !== event.version)
      continue;
    known.client ||= event.client;
    return;
  }
  events.push(event);
}

type TaskEvent = Extract<LiveEvent, { taskId: string; version: number }>;
const isOfTask = (event: LiveEvent): event is TaskEvent => event.type.startsWith('task.');

/** Call it (`ctx.settle`) before reading history or notifications, so that the answer contains its own line. */
export async function settle(db: Db, author: Author, effects: Effects): Promise<void> {
  const { written } = effects;
  const { orgId, memberId: actorId } = author;
  const activities = effects.activities.slice(written.activities);
  const notifications = effects.notifications
    .slice(written.notifications)
    .filter(({ memberId }) => memberId !== actorId);
  const audits = effects.audits.slice(written.audits);
  written.activities = effects.activities.length;
  written.notifications = effects.notifications.length;
  written.audits = effects.audits.length;
  const along = effects.writes.splice(0);
  if (activities.length)
    along.push(sql`insert into activity (id, org_id, actor_id, project_id, task_id, task_audience, audience, kind, data, created_at)
      select id, ${orgId}::uuid, ${actorId}::uuid, "projectId", "taskId", coalesce("taskAudience", 'internal'), audience,
             kind, coalesce(data, '{}'), clock_timestamp()
        from ${recordset(
          activities.map(({ task, ...line }) => ({
            ...line,
            id: newId(),
            taskId: task?.id,
            taskAudience: task?.audience,
          })),
          sql`id uuid, "projectId" uuid, "taskId" uuid, "taskAudience" text, audience text, kind text, data jsonb`,
        )}`);
  if (notifications.length)
    along.push(sql`insert into notification (id, org_id, actor_id, member_id, task_id, kind, data, created_at)
      select id, ${orgId}::uuid, ${actorId}::uuid, "memberId", "taskId", kind, coalesce(data, '{}'), clock_timestamp()
        from ${recordset(
          notifications.map((one) => ({ ...one, id: newId() })),
          sql`id uuid, "memberId" uuid, "taskId" uuid, kind text, data jsonb`,
        )}`);
  if (audits.length)
    along.push(sql`insert into audit (id, org_id, actor_id, ip, user_agent, action, target, before, after, created_at)
      select id, ${orgId}::uuid, ${actorId}::uuid, ${author.ip ?? null}, ${author.userAgent?.slice(0, 300) ?? null}, action,
             target, before, after, clock_timestamp()
        from ${recordset(
          audits.map((one) => ({ ...one, id: newId() })),
          sql`id uuid, action text, target text, before jsonb, after jsonb`,
        )}`);
  await queue(db, orgId, effects, new Set(notifications.map(({ memberId }) => memberId)), along);
}

async function queue(db: Db, orgId: string, effects: Effects, told: Set<string>, along: readonly Sql[]): Promise<void> {
  const outdated = [...effects.staleInboxes].filter((memberId) => !told.has(memberId));
  const events: LiveEvent[] = [
    ...effects.events,
    ...[...told].map((memberId) => ({ type: 'notification.added', memberId }) as const),
    ...outdated.map((memberId) => ({ type: 'notification.changed', memberId }) as const),
  ];
  const { sent } = effects.written;
  const fresh = (message: unknown) => {
    const key = JSON.stringify(message);
    return !sent.has(key) && sent.add(key);
  };
  const waiting = [
    ...events.filter(fresh).map((event) => ({ orgId, kind: 'realtime' as const, payload: deliveriesOf(orgId, event) })),
    ...effects.revoked
      .filter(fresh)
      .map((member_id) => ({ orgId, kind: 'terminate' as const, payload: { member_id } })),
  ];
  await addToOutbox(db, waiting, along);
}
