import 'server-only';
import type { Caller, Ctx } from '@/lib/org';
import { deliveriesOf, type LiveEvent } from '@/lib/realtime/events';
import { newId } from '@/lib/validation';
import type { Prisma } from '@/prisma/client/client';

/** One line of history. `audience` says whether the project's clients read it. */
export type NewActivity = {
  kind: string;
  projectId: string;
  task?: { id: string; audience: string };
  audience: 'internal' | 'client';
  data?: Prisma.InputJsonObject;
};
export type NewNotification = { memberId: string; kind: string; taskId?: string; data?: Prisma.InputJsonObject };
export type NewAudit = {
  action: string;
  target?: string;
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
};

/** What a command leaves behind besides its rows; written in the same transaction, one statement a kind. */
export type Effects = {
  activities: NewActivity[];
  events: LiveEvent[];
  notifications: NewNotification[];
  audits: NewAudit[];
  /** Members some of whose notifications may not be true any more: their open inboxes read anew. */
  staleInboxes: Set<string>;
  /** Members whose live connections are to be authorised anew. */
  revoked: string[];
};

export const newEffects = (): Effects => ({
  activities: [],
  events: [],
  notifications: [],
  audits: [],
  staleInboxes: new Set(),
  revoked: [],
});

/** Writes them; true if something waits to be delivered after commit. */
export async function flushEffects({ db, org, actor }: Ctx, effects: Effects, caller?: Caller): Promise<boolean> {
  const { activities, audits } = effects;
  const actorId = actor.memberId;
  if (activities.length)
    await db.activity.createMany({
      data: activities.map(({ task, ...activity }) => ({
        ...activity,
        id: newId(),
        actorId,
        ...(task && { taskId: task.id, taskAudience: task.audience }),
      })),
    });
  // Nobody needs to be told what they did themselves.
  const notifications = effects.notifications.filter(({ memberId }) => memberId !== actorId);
  if (notifications.length)
    await db.notification.createMany({
      data: notifications.map((notification) => ({ ...notification, id: newId(), actorId })),
    });
  if (audits.length)
    await db.audit.createMany({
      data: audits.map((entry) => ({ ...entry, id: newId(), actorId, ip: caller?.ip, userAgent: caller?.userAgent })),
    });
  const told = new Set(notifications.map(({ memberId }) => memberId));
  const unfresh = [...effects.staleInboxes].filter((memberId) => !told.has(memberId));
  const events: LiveEvent[] = [
    ...effects.events,
    ...[...told].map((memberId) => ({ type: 'notification.added', memberId }) as const),
    ...unfresh.map((memberId) => ({ type: 'notification.changed', memberId }) as const),
  ];
  const waiting = [
    ...events.map((event) => ({ id: newId(), kind: 'realtime', payload: deliveriesOf(org.id, event) })),
    ...[...new Set(effects.revoked)].map((member_id) => ({ id: newId(), kind: 'terminate', payload: { member_id } })),
  ];
  if (waiting.length) await db.outbox.createMany({ data: waiting });
  return waiting.length > 0;
}
