'use client';

import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUndo } from '@/components/keys/use-undo';
import { copyLink } from '@/components/page/copy-link';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import type { Person } from '@/components/project/assignable-query';
import { reasonOf } from '@/components/query/api-client';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { showToast } from '@/components/ui/overlay/toast';
import { PriorityMark } from '@/components/ui/priority-mark';
import { isStatusCode, StatusMark } from '@/components/ui/status-mark';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import type { TaskDetail } from '@/lib/task/schema';
import { COMPLETED, estimateWords } from '@/lib/task/vocabulary';
import { Editable } from '../fields/editable';
import {
  loadAssigneePanel,
  loadCategoryMenu,
  loadDuePanel,
  loadEstimatePanel,
  loadPriorityMenu,
  loadStatusMenu,
} from '../fields/load-editors';
import { changesBack, EditConflict, type TaskChanges } from '../task-edit';
import { AudienceSwitch } from './audience-switch';
import type { TaskHandle } from './use-task';

export function SideFields({
  handle,
  viewerId,
  today,
  marksAudience,
}: {
  handle: TaskHandle;
  viewerId: string;
  today: string;
  marksAudience: boolean;
}) {
  const hrefTo = useOrganisationLinks();
  const { task } = handle;
  const { rights, status, priority, assignees } = task;
  const done = status === COMPLETED;

  const remember = useUndo();
  function set(
    changes: TaskChanges,
    more: { people?: Person[]; category?: TaskDetail['category'] } = {},
    undoing = false,
  ) {
    const back = changesBack(task, changes);
    const known = { people: assignees, ...('category_id' in changes && { category: task.category }) };
    const step = undoing ? null : remember(() => set(back, known, true));
    handle.change(changes, more).catch((error) => {
      step?.forget();
      if (error instanceof EditConflict) handle.adopt(error.current);
      showToast({ kind: 'failure', text: `${task.key} was not changed. ${reasonOf(error)}` });
    });
  }

  const date = (name: string, field: 'start_date' | 'due_date') => {
    const value = task[field];
    const shown =
      field === 'due_date' ? (
        <DueDate date={value} today={today} done={done} showNone />
      ) : (
        <DueDate date={value} today={today} done showNone />
      );
    return (
      <Field name={name}>
        {rights.edit ? (
          <Editable
            name={name}
            popup="dialog"
            load={loadDuePanel}
            editor={{ name, value, today, onChange: (next: string | null) => set({ [field]: next }) }}
          >
            {shown}
          </Editable>
        ) : (
          shown
        )}
      </Field>
    );
  };

  const hidden = task.hidden_assignees;
  const people = assignees.length ? (
    <span className="flex flex-col gap-1 py-1">
      {assignees.map(({ _id, name, pic }) => (
        <span key={_id} className="flex items-center gap-2">
          <Avatar person={{ id: _id, name, picture: pic }} size={20} beside />
          {name}
        </span>
      ))}
      {hidden && <span>and the team</span>}
    </span>
  ) : hidden ? (
    HIDDEN_PEOPLE
  ) : (
    <Nothing>Nobody</Nothing>
  );
  const mark = isStatusCode(status) ? <StatusMark status={status} /> : null;

  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-base max-lg:gap-y-2 lg:grid-cols-1">
        <Field name="Status">
          {rights.move ? (
            <Editable
              name="Status"
              popup="menu"
              load={loadStatusMenu}
              editor={{ value: status, onChange: (next: number) => set({ status: next }) }}
            >
              {mark}
            </Editable>
          ) : (
            mark
          )}
        </Field>
        <Field name="Assignees">
          {rights.assign || rights.assign_self ? (
            <Editable
              name="Assignees"
              popup="dialog"
              load={loadAssigneePanel}
              editor={{
                projectId: task.project_id,
                chosen: assignees,
                onlyMember: rights.assign ? undefined : viewerId,
                onChange: (next: Person[]) => set({ assignee_ids: next.map(({ _id }) => _id) }, { people: next }),
              }}
            >
              {people}
            </Editable>
          ) : (
            people
          )}
        </Field>
        <Field name="Priority">
          {rights.edit ? (
            <Editable
              name="Priority"
              popup="menu"
              load={loadPriorityMenu}
              editor={{ value: priority, onChange: (next: TaskDetail['priority']) => set({ priority: next }) }}
            >
              <PriorityMark priority={priority} />
            </Editable>
          ) : (
            <PriorityMark priority={priority} />
          )}
        </Field>
        {date('Due date', 'due_date')}
        {date('Start date', 'start_date')}
        <Field name="Category">
          {rights.edit ? (
            <Editable
              name="Category"
              popup="menu"
              load={loadCategoryMenu}
              editor={{
                value: task.category?._id ?? null,
                onChange: (category: TaskDetail['category']) =>
                  set({ category_id: category?._id ?? null }, { category }),
              }}
            >
              {task.category?.name ?? <Nothing>None</Nothing>}
            </Editable>
          ) : (
            (task.category?.name ?? <Nothing>None</Nothing>)
          )}
        </Field>
        <Field name="Estimate">
          {rights.edit ? (
            <Editable
              name="Estimate"
              popup="dialog"
              load={loadEstimatePanel}
              editor={{
                value: task.estimate_minutes,
                onChange: (minutes: number | null) => set({ estimate_minutes: minutes }),
              }}
            >
              <Estimate minutes={task.estimate_minutes} />
            </Editable>
          ) : (
            <Estimate minutes={task.estimate_minutes} />
          )}
        </Field>
        <Field name="Project">
          <Link
            href={hrefTo(`projectdetails?project=${task.project.key}`)}
            prefetch={false}
            className="rounded-xs text-accent-text wrap-anywhere hover:underline"
          >
            {task.project.name}
          </Link>
        </Field>
      </dl>
      {marksAudience && (
        <AudienceSwitch
          audience={task.audience}
          mayChange={rights.audience}
          onChange={(audience) => {
            set({ audience });
            showToast({
              kind: 'info',
              text:
                audience === 'client'
                  ? `${task.key} is visible to the project’s clients now.`
                  : `${task.key} is hidden from the project’s clients now.`,
              action: { label: 'Undo', onAction: () => set({ audience: task.audience }) },
            });
          }}
        />
      )}
      <div className="flex flex-col items-start gap-1 text-xs text-text-3">
        <span>
          Created <Ago at={task.created_at} />
          {` by ${task.created_by?.name ?? HIDDEN_PEOPLE.toLowerCase()}`}
        </span>
        <span className="-ml-2.5">
          <CopyLink address={hrefTo(`taskpage?task=${task.key}`)} taskKey={task.key} />
        </span>
      </div>
    </div>
  );
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 lg:grid lg:grid-cols-[72px_minmax(0,1fr)] lg:items-center lg:gap-3">
      <dt className="text-sm text-text-3">{name}</dt>
      <dd className="flex min-h-[34px] min-w-0 items-center">{children}</dd>
    </div>
  );
}

const Nothing = ({ children }: { children: string }) => <span className="text-text-3">{children}</span>;

const Estimate = ({ minutes }: { minutes: number | null }) =>
  minutes === null ? <Nothing>None</Nothing> : <span className="tabular-nums">{estimateWords(minutes)}</span>;

function CopyLink({ address, taskKey }: { address: string; taskKey: string }) {
  return (
    <Button variant="quiet" size="compact" icon={<Link2 />} onClick={() => void copyLink(address, taskKey)}>
      Copy link
    </Button>
  );
}
