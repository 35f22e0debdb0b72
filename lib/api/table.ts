import 'server-only';
// What calls cause is delivered by the process that answers them.
import '@/lib/delivery/delivery';
import { accessEndpoints } from '@/lib/access/endpoints';
import { profileEndpoints } from '@/lib/account/endpoints';
import { securityEndpoints } from '@/lib/account/endpoints.security';
import { attachmentEndpoints } from '@/lib/attachment/endpoints';
import { auditEndpoints } from '@/lib/audit/endpoints';
import { binEndpoints } from '@/lib/bin/endpoints';
import { categoryEndpoints } from '@/lib/category/endpoints';
import { chatFileEndpoints } from '@/lib/chat-file/endpoints';
import { chatScreenEndpoints, chatSessionEndpoints } from '@/lib/chat-session/endpoints';
import { checklistEndpoints } from '@/lib/checklist/endpoints';
import { clientHomeEndpoints } from '@/lib/client-home/endpoints';
import { clientRequestEndpoints } from '@/lib/client-request/endpoints';
import { clientViewEndpoints } from '@/lib/client-view/endpoints';
import { commentEndpoints } from '@/lib/comment/endpoints';
import { type Endpoint, endpointsOf } from '@/lib/contract/endpoint';
import { customFieldEndpoints } from '@/lib/custom-field/endpoints';
import { dashboardEndpoints } from '@/lib/dashboard/endpoints';
import { dependencyEndpoints } from '@/lib/dependency/endpoints';
import { efficiencyEndpoints } from '@/lib/efficiency/endpoints';
import { fileEndpoints } from '@/lib/file/endpoints';
import { fileBytesEndpoints } from '@/lib/file/endpoints.bytes';
import { fileCommentEndpoints } from '@/lib/file-comment/endpoints';
import { folderEndpoints } from '@/lib/folder/endpoints';
import { invitationEndpoints } from '@/lib/invitation/endpoints';
import { invitationAcceptanceEndpoints } from '@/lib/invitation/endpoints.accept';
import { jobEndpoints } from '@/lib/job/endpoints';
import { labelEndpoints } from '@/lib/label/endpoints';
import { mailEndpoints } from '@/lib/mail/endpoints';
import { meetingEndpoints } from '@/lib/meeting/endpoints';
import { memberEndpoints } from '@/lib/member/endpoints';
import { memberManagementEndpoints } from '@/lib/member/endpoints.manage';
import { messageEndpoints } from '@/lib/message/endpoints';
import { milestoneEndpoints } from '@/lib/milestone/endpoints';
import { notificationEndpoints } from '@/lib/notification/endpoints';
import { organisationEndpoints } from '@/lib/organisation/endpoints';
import { organisationArchiveEndpoints } from '@/lib/organisation-archive/endpoints';
import { presenceEndpoints } from '@/lib/presence/endpoints';
import { projectEndpoints } from '@/lib/project/endpoints';
import { projectCopyEndpoints } from '@/lib/project-copy/endpoints';
import { projectUpdateEndpoints } from '@/lib/project-update/endpoints';
import { recurrenceEndpoints } from '@/lib/recurrence/endpoints';
import { roomEndpoints } from '@/lib/room/endpoints';
import { ruleEndpoints } from '@/lib/rule/endpoints';
import { searchEndpoints } from '@/lib/search/endpoints';
import { signOffEndpoints } from '@/lib/sign-off/endpoints';
import { authEndpoints } from '@/lib/sign-up/endpoints';
import { subtaskEndpoints } from '@/lib/subtask/endpoints';
import { taskEndpoints } from '@/lib/task/endpoints';
import { taskArrayEndpoints } from '@/lib/task-array/endpoints';
import { taskBoardEndpoints } from '@/lib/task-board/endpoints';
import { taskExportEndpoints } from '@/lib/task-export/endpoints';
import { taskGroupEndpoints } from '@/lib/task-group/endpoints';
import { taskImportEndpoints } from '@/lib/task-import/endpoints';
import { taskOriginEndpoints } from '@/lib/task-origin/endpoints';
import { taskPlanEndpoints } from '@/lib/task-plan/endpoints';
import { taskTransferEndpoints } from '@/lib/task-transfer/endpoints';
import { taskUndoEndpoints } from '@/lib/task-undo/endpoints';
import { teamHomeEndpoints } from '@/lib/team-home/endpoints';
import { templateEndpoints } from '@/lib/template/endpoints';
import { timeEntryEndpoints } from '@/lib/time-entry/endpoints';
import { todayEndpoints } from '@/lib/today/endpoints';
import { viewEndpoints } from '@/lib/view/endpoints';
import { waitingEndpoints } from '@/lib/waiting/endpoints';
import { watcherEndpoints } from '@/lib/watcher/endpoints';
import { workflowEndpoints } from '@/lib/workflow/endpoints';

/** In the order of the documentation. */
const byTitle = {
  'Signing in and signing up': authEndpoints,
  'Passwords and sessions': securityEndpoints,
  'Accepting an invitation': invitationAcceptanceEndpoints,
  'Your profile': profileEndpoints,
  People: memberEndpoints,
  'Managing people': memberManagementEndpoints,
  Invitations: invitationEndpoints,
  Projects: projectEndpoints,
  'Duplicates of projects': projectCopyEndpoints,
  Efficiency: efficiencyEndpoints,
  Categories: categoryEndpoints,
  Labels: labelEndpoints,
  'Custom fields': customFieldEndpoints,
  Milestones: milestoneEndpoints,
  'Updates of projects': projectUpdateEndpoints,
  'Saved views': viewEndpoints,
  Workflow: workflowEndpoints,
  Rules: ruleEndpoints,
  Templates: templateEndpoints,
  Tasks: taskEndpoints,
  'Requests of clients': clientRequestEndpoints,
  'Looking as a client': clientViewEndpoints,
  'Who sees what': accessEndpoints,
  'The order of subtasks': subtaskEndpoints,
  'Groups of tasks': taskGroupEndpoints,
  'Boards by field': taskBoardEndpoints,
  Dependencies: dependencyEndpoints,
  'Time spent': timeEntryEndpoints,
  Repetition: recurrenceEndpoints,
  Checklists: checklistEndpoints,
  'Tasks by date': taskPlanEndpoints,
  Watchers: watcherEndpoints,
  Undo: taskUndoEndpoints,
  'Duplicates and tasks of comments': taskOriginEndpoints,
  'Many tasks at once': taskArrayEndpoints,
  'Moving tasks between projects': taskTransferEndpoints,
  'Exporting tasks': taskExportEndpoints,
  'Importing tasks': taskImportEndpoints,
  Bin: binEndpoints,
  'Sign-offs': signOffEndpoints,
  Comments: commentEndpoints,
  Folders: folderEndpoints,
  Files: fileEndpoints,
  'Comments on files': fileCommentEndpoints,
  'Uploads and downloads': fileBytesEndpoints,
  Attachments: attachmentEndpoints,
  'Rooms of the chat': roomEndpoints,
  'Messages of the chat': messageEndpoints,
  'Files of the chat': chatFileEndpoints,
  'Presence and typing': presenceEndpoints,
  'The screen of the chat': chatScreenEndpoints,
  'The chat’s frame': chatSessionEndpoints,
  Meetings: meetingEndpoints,
  Search: searchEndpoints,
  Dashboard: { ...dashboardEndpoints, ...clientHomeEndpoints, ...teamHomeEndpoints },
  'Waiting for me': waitingEndpoints,
  Notifications: notificationEndpoints,
  'Today, in all organisations': todayEndpoints,
  'Audit log': auditEndpoints,
  Emails: mailEndpoints,
  'Imports and exports': jobEndpoints,
  'The organisation': organisationEndpoints,
  'The whole organisation as an archive': organisationArchiveEndpoints,
};

type Merged<Lines> = (Lines extends unknown ? (lines: Lines) => void : never) extends (lines: infer All) => void
  ? All
  : never;

export type Contract = Merged<(typeof byTitle)[keyof typeof byTitle]>;

export const groups: readonly { title: string; endpoints: readonly Endpoint[] }[] = Object.entries(byTitle).map(
  ([title, lines]) => ({ title, endpoints: endpointsOf(lines) }),
);

/** Read by routing, validation, the OpenAPI document and the contract tests. */
export const table: readonly Endpoint[] = groups.flatMap(({ endpoints }) => endpoints);
