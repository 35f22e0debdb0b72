/** Live messages: facts with ids and versions; receivers fetch with their own rights. Runs anywhere. */

export type LiveEvent =
  | {
      type: 'task.created' | 'task.changed' | 'task.deleted';
      taskId: string;
      projectId: string;
      version: number;
      client: boolean;
    }
  | { type: 'comment.added' | 'comment.changed'; taskId: string; projectId: string; commentId: string; client: boolean }
  | {
      type: 'project.changed' | 'project.deleted' | 'project.restored' | 'members.changed';
      projectId: string;
      version?: number;
    }
  | { type: 'notification.added' | 'notification.changed'; memberId: string }
  /** `projectId` null: in the organisation's own space. `client`: whether clients see it, or did before. */
  | {
      type: 'file.changed' | 'file.deleted' | 'folder.changed' | 'folder.deleted' | 'files.changed';
      itemId: string;
      projectId: string | null;
      taskId?: string;
      version: number;
      client: boolean;
    }
  | { type: 'people.changed' };

/** No content, so that a message can be lost, repeated or overheard without harm. */
export type LivePayload = { id: string; version?: number; project_id?: string; task_id?: string };

export const organisationChannel = (orgId: string) => `private-org-${orgId}`;
export const projectChannel = (projectId: string) => `private-project-${projectId}`;
/** Clients listen here, never to the team's channel: browsers do no filtering. */
export const projectClientChannel = (projectId: string) => `private-project-${projectId}-client`;
export const memberChannel = (memberId: string) => `private-user-${memberId}`;

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
    case 'comment.added':
    case 'comment.changed':
      return to(
        event.client
          ? [projectChannel(event.projectId), projectClientChannel(event.projectId)]
          : [projectChannel(event.projectId)],
        { id: event.commentId, task_id: event.taskId, project_id: event.projectId },
      );
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
    case 'project.changed':
    case 'project.deleted':
    case 'project.restored':
    case 'members.changed':
      return to([projectChannel(event.projectId), projectClientChannel(event.projectId)], {
        id: event.projectId,
        version: event.version,
      });
    case 'notification.added':
    case 'notification.changed':
      return to([memberChannel(event.memberId)], { id: event.memberId });
    default:
      return to([organisationChannel(orgId)], { id: orgId });
  }
}
