'use client';

import { useQueryClient } from '@tanstack/react-query';
import { CalendarDays, Flag, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { showUndoable } from '@/components/keys/show-undoable';
import { rememberSent } from '@/components/keys/use-undo';
import type { Person } from '@/components/person/assignable-query';
import { call, reasonOf } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { AssigneePanel } from '@/components/task/fields/assignee-panel';
import { PriorityMenu } from '@/components/task/fields/priority-menu';
import { Avatar } from '@/components/ui/avatar';
import { ChipField, ChipRow } from '@/components/ui/form/chip-field';
import { DuePanel } from '@/components/ui/form/due-panel';
import { PlainText, PlainTitle } from '@/components/ui/form/plain-field';
import { TextArea } from '@/components/ui/form/text-area';
import { useFormats } from '@/components/ui/formats';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import type { RequestRecord } from '@/lib/client-request/schema';
import { PRIORITY_LABEL, type Priority } from '@/lib/task/vocabulary';
import { TASK_FORM as FIELDS } from '@/lib/task/vocabulary.form';
import { REQUESTS } from './request-query';

type Props = { request: RequestRecord; onClose: () => void };

/** A request becomes a task; what is not filled in is the request's own. */
export function AcceptDialog({ request, onClose }: Props) {
  const queries = useQueryClient();
  const formats = useFormats();
  const { run, status, error } = useCall();
  const title = useRef<HTMLTextAreaElement>(null);
  const [task, setTask] = useState<{
    title: string;
    description: string;
    people: Person[];
    due_date: string | null;
    priority: Priority;
  }>({ title: request.title, description: request.body, people: [], due_date: null, priority: 'none' });
  const change = (part: Partial<typeof task>) => setTask({ ...task, ...part });
  const [person] = task.people;
  const errors = error?.errors ?? {};
  async function accept() {
    const { people, due_date, ...fields } = task;
    const done = await run(
      () =>
        call('POST triageRequest/{id}', {
          ...{ id: request._id, version: request.version, accept: true, ...fields },
          ...(people.length > 0 && { assignee_ids: people.map(({ _id }) => _id) }),
          ...(due_date && { due_date }),
        }),
      (made) => ('key' in made ? `${made.key} was created of the request.` : null),
    );
    void queries.invalidateQueries({ queryKey: REQUESTS });
    if (done) onClose();
  }
  return (
    <FormDialog
      title="Accept the request"
      description="It becomes a task that the project’s clients see. Who asked for it is told, and follows it."
      initialFocus={title}
      action="Create task"
      pendingText="Creating"
      {...status}
      onSubmit={() => void accept()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <PlainTitle
          ref={title}
          label={FIELDS.title.label}
          required
          limit={FIELDS.title.max}
          value={task.title}
          onChange={(text) => change({ title: text })}
          error={errors.title?.[0]}
        />
        <PlainText
          label={FIELDS.description.label}
          placeholder={FIELDS.description.placeholder}
          limit={FIELDS.description.max}
          value={task.description}
          onChange={({ target }) => change({ description: target.value })}
          error={errors.description?.[0]}
        />
        <ChipRow>
          <ChipField
            name={FIELDS.assignee_ids.label}
            icon={
              person ? (
                <Avatar person={{ id: person._id, name: person.name, picture: person.pic }} size={20} beside />
              ) : (
                <UserRound />
              )
            }
            value={
              person && (
                <>
                  <span dir="auto" className="max-w-36 truncate">
                    {person.name}
                  </span>
                  {task.people.length > 1 && <span className="text-text-2">+{task.people.length - 1}</span>}
                </>
              )
            }
            error={errors.assignee_ids?.[0]}
          >
            {(editor) => (
              <AssigneePanel
                {...editor}
                projectId={request.project_id}
                chosen={task.people}
                onChange={(people) => change({ people })}
              />
            )}
          </ChipField>
          <ChipField
            name={FIELDS.due_date.label}
            icon={<CalendarDays />}
            value={task.due_date && formats.day(task.due_date)}
            error={errors.due_date?.[0]}
          >
            {(editor) => (
              <DuePanel
                {...editor}
                name={FIELDS.due_date.label}
                value={task.due_date}
                today={formats.today()}
                onChange={(due_date) => change({ due_date })}
              />
            )}
          </ChipField>
          <ChipField
            name={FIELDS.priority.label}
            icon={<Flag />}
            value={task.priority !== 'none' && PRIORITY_LABEL[task.priority]}
            error={errors.priority?.[0]}
          >
            {(editor) => (
              <PriorityMenu {...editor} value={task.priority} onChange={(priority) => change({ priority })} />
            )}
          </ChipField>
        </ChipRow>
      </div>
    </FormDialog>
  );
}

/** Why not: who asked for it reads that. */
export function DeclineDialog({ request, onClose }: Props) {
  const queries = useQueryClient();
  const { run, status, error } = useCall();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string>();
  async function decline() {
    const none = reason.trim() ? undefined : 'Say why, in a sentence.';
    setMissing(none);
    if (none) return;
    const { _id: id, version } = request;
    const again = () => void queries.invalidateQueries({ queryKey: REQUESTS });
    const sent = call('POST triageRequest/{id}', { id, version, accept: false, reason });
    const step = rememberSent(sent, () =>
      call('POST reopenRequest/{id}', { id }).then(again, (failure) =>
        showToast({ kind: 'failure', text: `The request was not reopened. ${reasonOf(failure)}` }),
      ),
    );
    const done = await run(() => sent);
    again();
    if (done) showUndoable('Request declined', step);
    if (done) onClose();
  }
  return (
    <FormDialog
      title="Decline the request"
      description={bidi`${request.author?.name ?? 'Who asked for it'} is told, and reads the reason.`}
      action="Decline"
      pendingText="Declining"
      danger
      {...status}
      attempt={missing ?? status.attempt}
      onSubmit={() => void decline()}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        limit={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={missing ?? error?.errors?.reason?.[0]}
      />
    </FormDialog>
  );
}
