import type { NewMessage } from '@/components/chat/send-message';
import { sendComment } from '@/components/comment/send-comment';
import { keepBefore } from '@/components/draft/draft-store';
import type { AgendaEdit, NewAgendaLine } from '@/components/meeting/send-agenda';
import type { Marks } from '@/components/notification/marks';
import { unreached } from '@/components/query/api-client';
import type { QueuedKind } from '@/components/query/stored-queue';
import type { NewTask } from '@/components/task/send-change';
import type { TaskChange } from '@/components/task/task-edit';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';

const refused = (what: string) => (_variables: unknown, reason: string) =>
  showToast({ kind: 'failure', text: bidi`${what} ${reason}` });

/** Code that cannot be fetched is as a server that cannot be reached: the change goes on waiting. */
const fetched = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch(() => {
    throw unreached(0);
  });
const tasks = () => fetched(import('@/components/task/send-change'));
const agenda = () => fetched(import('@/components/meeting/send-agenda'));
const chat = () => fetched(import('@/components/chat/send-message'));
const marks = () => fetched(import('@/components/notification/marks'));

/** How each kind of change that waits for the connection is sent after its page is gone. */
export const queuedKinds = (memberId: string): Readonly<Record<string, QueuedKind>> => ({
  changeTask: {
    send: async (change: TaskChange) => (await tasks()).sendKeptChange(change),
    onRefused: (change: TaskChange, reason) => {
      const title = change.kind === 'edit' && change.changes.title;
      const lost = title ? bidi` Your title was “${title}”.` : '';
      showToast({ kind: 'failure', text: bidi`${change.basis?.key ?? 'A task'} was not changed. ${reason}${lost}` });
    },
  },
  addTask: {
    send: async (task: NewTask) => (await tasks()).sendTask(task),
    onRefused: ({ title }: NewTask, reason) =>
      showToast({ kind: 'failure', text: bidi`“${title}” was not added. ${reason}` }),
  },
  addComment: {
    send: sendComment,
    onRefused: ({ task_id, parent_id, body }: { task_id: string; parent_id?: string; body: string }, reason) => {
      keepBefore(`${memberId}:${parent_id ? `reply:${parent_id}` : `comment:${task_id}`}`, body);
      showToast({ kind: 'failure', text: bidi`A comment was not sent; its text is kept as a draft. ${reason}` });
    },
  },
  sendMessage: {
    send: async (message: NewMessage) => (await chat()).sendMessage(message),
    onRefused: (message: NewMessage, reason) =>
      void chat().then(({ keepRefused }) => keepRefused(memberId, message, reason)),
  },
  editAgenda: {
    send: async (edit: AgendaEdit) => (await agenda()).sendAgendaEdit(edit),
    onRefused: (edit: AgendaEdit, reason) => void agenda().then(({ keepRefusedEdit }) => keepRefusedEdit(edit, reason)),
  },
  addAgendaLine: {
    send: async (line: NewAgendaLine) => (await agenda()).sendAgendaLine(line),
    onRefused: ({ title }: NewAgendaLine, reason) =>
      showToast({ kind: 'failure', text: bidi`“${title}” was not added to the agenda. ${reason}` }),
  },
  completeTask: {
    send: async ({ _id }: { _id: string }) => (await tasks()).sendCompletion(_id),
    onRefused: refused('A task was not completed.'),
  },
  markNotifications: {
    send: async (given: Marks) => (await marks()).sendMarks(given),
    onRefused: () => {},
  },
});
