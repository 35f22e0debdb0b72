/** Live messages: facts with ids and versions; receivers fetch with their own rights. Runs anywhere. */

export type LiveEvent =
  | {
      type: 'task.created' | 'task.changed' | 'task.deleted';
      taskId: string;
      projectId: string;
      version: number;
      client: boolean;
    }
  /** Of its subtasks others are there, or done; its version stays. */
  | { type: 'task.progressed'; taskId: string; projectId: string; client: boolean }
  | { type: 'comment.added' | 'comment.changed'; taskId: string; projectId: string; commentId: string; client: boolean }
  /** For the team, and `memberId`, who asked: other clients do not hear of it. */
  | { type: 'request.changed'; requestId: string; projectId: string; memberId: string }
  /** For the team alone. `memberId`: whose time. */
  | { type: 'time.changed'; taskId: string; projectId: string; entryId: string; memberId: string }
  /** Locked or unlocked; heard by the team, whose sheets show it. */
  | { type: 'week.locked'; memberId: string }
  | {
      type: 'project.changed' | 'project.deleted' | 'project.restored';
      projectId: string;
      version?: number;
    }
  /** `client`: whether clients see it, or did before. */
  | { type: 'milestone.changed' | 'update.changed'; aboutId: string; projectId: string; client: boolean }
  /** `joined`: who is in the project since, and does not hear its channel yet. */
  | { type: 'members.changed'; projectId: string; joined?: readonly string[] }
  /** `roomId`: of what was said there, which whoever has the room open reads at once. */
  | { type: 'notification.added'; memberId: string; roomId?: string | undefined }
  | { type: 'notification.changed'; memberId: string }
  /** `projectId` null: in the organisation's own space. `client`: whether clients see it, or did before. */
  | {
      type: 'file.changed' | 'file.deleted' | 'folder.changed' | 'folder.deleted' | 'files.changed';
      itemId: string;
      projectId: string | null;
      taskId?: string;
      version: number;
      client: boolean;
    }
  /** `client`: whether clients see it. `memberIds`: who is asked, and who asked. */
  | {
      type: 'sign_off.changed';
      signOffId: string;
      projectId: string | null;
      taskId?: string;
      client: boolean;
      memberIds: readonly string[];
    }
  /** For the project's team, and whoever is invited. */
  | { type: 'meeting.changed'; meetingId: string; projectId: string | null; version: number; memberIds: string[] }
  | { type: 'file.commented'; fileId: string; projectId: string | null; client: boolean }
  /** `clients`: projects whose clients hear of it; the team does on the organisation's channel. */
  | { type: 'workflow.changed'; projectId: string | null; clients: string[] }
  | {
      type: 'people.changed' | 'rules.changed' | 'templates.changed' | 'labels.changed' | 'categories.changed';
    }
  /** `clients`: as for a workflow, where they see the field. */
  | { type: 'fields.changed'; clients: string[] }
  /** Shared ones are heard by the team, of one project or of all; one's own by oneself, in other tabs. */
  | { type: 'view.changed'; viewId: string; projectId: string | null; shared: boolean; memberId: string }
  | {
      type: 'message.added' | 'message.changed';
      messageId: string;
      roomId: string;
      version: number;
      heard: RoomHearing;
    }
  | { type: 'room.changed'; roomId: string; heard: RoomHearing }
  /** `threadId`: the message that began it, where a thread alone was read. */
  | { type: 'room.read'; roomId: string; threadId?: string; heard: RoomHearing }
  /** `memberId`: who writes. */
  | {
      type: 'typing';
      roomId?: string;
      threadId?: string | undefined;
      taskId?: string;
      memberId: string;
      heard: RoomHearing;
    }
  /** Somebody came, went, or said so. */
  | { type: 'presence.changed' };

/** Over in a moment: nothing that is kept has changed. */
export const FLEETING: readonly LiveEvent['type'][] = ['typing', 'presence.changed'];

/** Who hears of a room: all of the organisation but clients, a project's team, its clients too, or these people. */
export type RoomHearing =
  | { by: 'organisation' }
  | { by: 'team' | 'project'; projectId: string }
  | { by: 'people'; memberIds: readonly string[] };

/** A task that something of the organisation changed with it; those in the bin are not announced. */
export type TouchedTask = { id: string; project_id: string; version: number; audience: string; binned: boolean };

/** More tasks than this are announced as a change of their project, which is fetched again. */
const TOLD = 200;

export function liveOfTouched(tasks: readonly TouchedTask[], projects: readonly { id: string }[] = []): LiveEvent[] {
  const told = tasks.filter(({ binned }) => !binned);
  const rest = new Set([...projects.map(({ id }) => id), ...told.slice(TOLD).map(({ project_id }) => project_id)]);
  return [
    ...told.slice(0, TOLD).map(
      ({ id, project_id, version, audience }): LiveEvent => ({
        type: 'task.changed',
        taskId: id,
        projectId: project_id,
        version,
        client: audience === 'client',
      }),
    ),
    ...[...rest].map((projectId): LiveEvent => ({ type: 'project.changed', projectId })),
  ];
}

/** No content, so that a message can be lost, repeated or overheard without harm. */
export type LivePayload = {
  id: string;
  version?: number;
  project_id?: string;
  task_id?: string;
  room_id?: string;
  thread_id?: string;
};

export const organisationChannel = (orgId: string) => `private-org-${orgId}`;
export const projectChannel = (projectId: string) => `private-project-${projectId}`;
/** Clients listen here, never to the team's channel: browsers do no filtering. */
export const projectClientChannel = (projectId: string) => `private-project-${projectId}-client`;
export const memberChannel = (memberId: string) => `private-user-${memberId}`;

function roomChannels(orgId: string, heard: RoomHearing): string[] {
  if (heard.by === 'organisation') return [organisationChannel(orgId)];
  if (heard.by === 'people') return heard.memberIds.map(memberChannel);
  const team = projectChannel(heard.projectId);
  return heard.by === 'team' ? [team] : [team, projectClientChannel(heard.projectId)];
}

export function deliveriesOf(orgId: string, event: LiveEvent): { channel: string; event: string; data: LivePayload }[] {
  const to = (channels: string[], data: LivePayload) =>
    channels.map((channel) => ({ channel, event: event.type as string, data }));
  switch (event.type) {
    case 'task.created':
    case 'task.changed':
    case 'task.deleted':
      return to(
        event.client
          ? [projectChannel(event.projectId), projectClientChannel(event.projectId)]
          : [projectChannel(event.projectId)],
        { id: event.taskId, version: event.version, project_id: event.projectId },
      );
    case 'task.progressed':
      return to(
        event.client
          ? [projectChannel(event.projectId), projectClientChannel(event.projectId)]
          : [projectChannel(event.projectId)],
        { id: event.taskId, project_id: event.projectId },
      );
    case 'comment.added':
    case 'comment.changed':
      return to(
        event.client
          ? [projectChannel(event.projectId), projectClientChannel(event.projectId)]
          : [projectChannel(event.projectId)],
        { id: event.commentId, task_id: event.taskId, project_id: event.projectId },
      );
    case 'request.changed':
      return to([projectChannel(event.projectId), memberChannel(event.memberId)], {
        id: event.requestId,
        project_id: event.projectId,
      });
    case 'time.changed':
      return to([projectChannel(event.projectId), memberChannel(event.memberId)], {
        id: event.entryId,
        task_id: event.taskId,
        project_id: event.projectId,
      });
    case 'week.locked':
      return to([organisationChannel(orgId), memberChannel(event.memberId)], { id: event.memberId });
    case 'file.changed':
    case 'file.deleted':
    case 'folder.changed':
    case 'folder.deleted':
    case 'files.changed':
      return event.projectId === null
        ? [
            {
              channel: organisationChannel(orgId),
              event: 'files.changed',
              data: { id: event.itemId, version: event.version },
            },
          ]
        : to(
            event.client
              ? [projectChannel(event.projectId), projectClientChannel(event.projectId)]
              : [projectChannel(event.projectId)],
            {
              id: event.itemId,
              version: event.version,
              project_id: event.projectId,
              ...(event.taskId && { task_id: event.taskId }),
            },
          );
    case 'file.commented':
      return event.projectId === null
        ? to([organisationChannel(orgId)], { id: event.fileId })
        : to(
            event.client
              ? [projectChannel(event.projectId), projectClientChannel(event.projectId)]
              : [projectChannel(event.projectId)],
            { id: event.fileId, project_id: event.projectId },
          );
    case 'sign_off.changed':
      return to(
        [
          ...(event.projectId === null ? [organisationChannel(orgId)] : [projectChannel(event.projectId)]),
          ...(event.projectId !== null && event.client ? [projectClientChannel(event.projectId)] : []),
          ...event.memberIds.map(memberChannel),
        ],
        { id: event.signOffId, ...(event.taskId && { task_id: event.taskId }) },
      );
    case 'meeting.changed':
      return to(
        [...(event.projectId ? [projectChannel(event.projectId)] : []), ...event.memberIds.map(memberChannel)],
        {
          id: event.meetingId,
          version: event.version,
        },
      );
    case 'project.changed':
    case 'project.deleted':
    case 'project.restored':
      return to([projectChannel(event.projectId), projectClientChannel(event.projectId)], {
        id: event.projectId,
        version: event.version,
      });
    case 'milestone.changed':
    case 'update.changed':
      return to(
        event.client
          ? [projectChannel(event.projectId), projectClientChannel(event.projectId)]
          : [projectChannel(event.projectId)],
        { id: event.aboutId, project_id: event.projectId },
      );
    case 'members.changed':
      return to(
        [
          projectChannel(event.projectId),
          projectClientChannel(event.projectId),
          ...(event.joined ?? []).map(memberChannel),
        ],
        { id: event.projectId },
      );
    case 'workflow.changed':
      return to([organisationChannel(orgId), ...event.clients.map(projectClientChannel)], {
        id: event.projectId ?? orgId,
      });
    case 'fields.changed':
      return to([organisationChannel(orgId), ...event.clients.map(projectClientChannel)], { id: orgId });
    case 'view.changed': {
      const team = event.projectId === null ? organisationChannel(orgId) : projectChannel(event.projectId);
      return to([memberChannel(event.memberId), ...(event.shared ? [team] : [])], { id: event.viewId });
    }
    case 'message.added':
    case 'message.changed':
      return to(roomChannels(orgId, event.heard), {
        id: event.messageId,
        version: event.version,
        room_id: event.roomId,
      });
    case 'room.changed':
      return to(roomChannels(orgId, event.heard), { id: event.roomId });
    case 'room.read':
      return to(
        roomChannels(orgId, event.heard),
        event.threadId ? { id: event.threadId, room_id: event.roomId } : { id: event.roomId },
      );
    case 'typing':
      return to(roomChannels(orgId, event.heard), {
        id: event.memberId,
        ...(event.roomId && { room_id: event.roomId }),
        ...(event.threadId && { thread_id: event.threadId }),
        ...(event.taskId && { task_id: event.taskId }),
      });
    case 'notification.added':
      return to([memberChannel(event.memberId)], {
        id: event.memberId,
        ...(event.roomId && { room_id: event.roomId }),
      });
    case 'notification.changed':
      return to([memberChannel(event.memberId)], { id: event.memberId });
    default:
      return to([organisationChannel(orgId)], { id: orgId });
  }
}
