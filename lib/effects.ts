import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import type { Line } from '@/lib/contract/event';
import { definitionOf, type EventKind, type Fact } from '@/lib/event/registry';
import type { Ctx } from '@/lib/org';
import { addToOutbox, type NewOutboxRow } from '@/lib/outbox';
import { deliveriesOf, type LiveEvent } from '@/lib/realtime/events';
import { type Db, recordset, type Sql, sql } from '@/lib/sql';
import { cut } from '@/lib/text';
import { newId } from '@/lib/validation';
import type { Prisma } from '@/prisma/client/client';

type Json = Prisma.InputJsonObject;
type NewActivity = Line & { kind: string; data?: Json };
type NewNotification = {
  memberId: string;
  kind: string;
  topic: string;
  taskId?: string;
  roomId?: string;
  messageId?: string;
  data?: Json;
  own?: true;
};
type NewAudit = { action: string; target?: string; before?: Json; after?: Json };

type About = Pick<NewNotification, 'taskId' | 'roomId' | 'messageId'> & {
  projectId?: string | null;
  goneProjectId?: string;
};

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
  /** `told`: of each member who is told of something, the room if that is all. */
  written: {
    activities: number;
    notifications: number;
    audits: number;
    told: Map<string, string | undefined>;
    sent: Set<string>;
  };
};

export const newEffects = (): Effects => ({
  activities: [],
  events: [],
  notifications: [],
  audits: [],
  staleInboxes: new Set(),
  revoked: [],
  written: { activities: 0, notifications: 0, audits: 0, told: new Map(), sent: new Set() },
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
    const { projectId, goneProjectId, ...about }: About = notify.about?.(subject) ?? {};
    const data: Json = {
      ...((notify.keeps?.(payload) as Json | undefined) ?? payload),
      ...(projectId && { project_id: projectId }),
      ...(goneProjectId && { deleted_project_id: goneProjectId }),
    };
    const own = notify.own && { own: notify.own };
    // Nobody is notified of their own action.
    for (const memberId of new Set(notify.to(subject, payload)))
      if (memberId !== by || own)
        effects.notifications.push({ memberId, kind, topic: notify.topic, ...about, data, ...own });
  }
  for (const event of live?.(subject, payload) ?? []) announce(effects, event);
  for (const memberId of outdate?.(subject, payload, by) ?? []) effects.staleInboxes.add(memberId);
  effects.revoked.push(...(revoke?.(subject, payload, by) ?? []));
}

/** One message per version of a task: recipients fetch the task once. */
function announce({ events }: Effects, event: LiveEvent): void {
  for (const known of events) {
    if (isDeepStrictEqual(known, event)) return;
    if (!isOfTask(known) || !isOfTask(event) || !sameVersion(known, event)) continue;
    known.client ||= event.client;
    return;
  }
  events.push(event);
}

type TaskEvent = Extract<LiveEvent, { taskId: string; version: number }>;
const sameVersion = (one: TaskEvent, other: TaskEvent) =>
  one.taskId === other.taskId && one.version === other.version && one.projectId === other.projectId;
const isOfTask = (event: LiveEvent): event is TaskEvent => event.type.startsWith('task.');

/** Writes what the facts so far cause, as one statement (`ctx.settle`). */
export async function settle(db: Db, author: Author, effects: Effects): Promise<void> {
  const { written } = effects;
  const { orgId, memberId: actorId } = author;
  const activities = effects.activities.slice(written.activities);
  const notifications = effects.notifications
    .slice(written.notifications)
    .filter(({ memberId, own }) => memberId !== actorId || own);
  const audits = effects.audits.slice(written.audits);
  written.activities = effects.activities.length;
  written.notifications = effects.notifications.length;
  written.audits = effects.audits.length;
  const writes: Sql[] = [];
  if (activities.length)
    writes.push(sql`insert into activity (id, org_id, actor_id, project_id, task_id, task_audience, audience, kind, data, earlier, created_at)
      select id, ${orgId}::uuid, ${actorId}::uuid, "projectId", "taskId", coalesce("taskAudience", 'internal'), audience,
             kind, coalesce(data, '{}'), earlier, clock_timestamp()
        from ${recordset(
          activities.map(({ task, ...line }) => ({
            ...line,
            id: newId(),
            taskId: task?.id,
            taskAudience: task?.audience,
          })),
          sql`id uuid, "projectId" uuid, "taskId" uuid, "taskAudience" text, audience text, kind text, data jsonb, earlier text`,
        )}`);
  if (notifications.length)
    writes.push(sql`insert into notification (id, org_id, actor_id, member_id, task_id, room_id, message_id, kind, topic, data, created_at)
      select id, ${orgId}::uuid, ${actorId}::uuid, "memberId", "taskId", "roomId", "messageId", kind, topic, coalesce(data, '{}'), clock_timestamp()
        from ${recordset(
          notifications.map((one) => ({ ...one, id: newId() })),
          sql`id uuid, "memberId" uuid, "taskId" uuid, "roomId" uuid, "messageId" uuid, kind text, topic text, data jsonb`,
        )}`);
  if (audits.length)
    writes.push(sql`insert into audit (id, org_id, actor_id, ip, user_agent, action, target, before, after, created_at)
      select id, ${orgId}::uuid, ${actorId}::uuid, ${author.ip ?? null}, ${cut(author.userAgent ?? '', 300) || null}, action,
             target, before, after, clock_timestamp()
        from ${recordset(
          audits.map((one) => ({ ...one, id: newId() })),
          sql`id uuid, action text, target text, before jsonb, after jsonb`,
        )}`);
  for (const { memberId, roomId } of notifications)
    written.told.set(
      memberId,
      written.told.has(memberId) && written.told.get(memberId) !== roomId ? undefined : roomId,
    );
  await addToOutbox(db, waitingOf(orgId, effects), writes);
}

function waitingOf(orgId: string, effects: Effects): NewOutboxRow[] {
  const { sent, told } = effects.written;
  const outdated = [...effects.staleInboxes].filter((memberId) => !told.has(memberId));
  const events: LiveEvent[] = [
    ...effects.events,
    ...[...told].map(([memberId, roomId]) => ({ type: 'notification.added', memberId, roomId }) as const),
    ...outdated.map((memberId) => ({ type: 'notification.changed', memberId }) as const),
  ];
  const fresh = (message: unknown) => {
    const key = JSON.stringify(message);
    return !sent.has(key) && sent.add(key);
  };
  return [
    ...events.filter(fresh).map((event) => ({ orgId, kind: 'realtime' as const, payload: deliveriesOf(orgId, event) })),
    ...effects.revoked
      .filter(fresh)
      .map((member_id) => ({ orgId, kind: 'terminate' as const, payload: { member_id } })),
  ];
}
