'use client';

import {
  ArrowDown,
  ArrowUp,
  CircleCheckBig,
  Ellipsis,
  Gavel,
  Link2,
  Link2Off,
  NotebookPen,
  Pencil,
  Trash2,
} from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useRef, useState } from 'react';
import { recallDraft } from '@/components/draft/draft-store';
import { ConflictBox } from '@/components/draft/lazy-conflict-box';
import { RenderedText } from '@/components/page/rendered-text';
import { Avatar } from '@/components/ui/avatar';
import { Badge, ClientBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { ActionMenu } from '@/components/ui/overlay/action-menu';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { TaskStatus } from '@/components/workflow/task-status';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { MeetingPageData } from '@/lib/meeting/queries.page';
import type { AgendaItemRecord, MeetingRecord } from '@/lib/meeting/schema';
import { minutesDraft } from './send-agenda';
import { type Agenda, keyOf, type LineConflict } from './use-agenda';

const loadMinutes = () => import('./minutes-form').then(({ MinutesForm }) => MinutesForm);
const MinutesForm = dynamic(loadMinutes);
const EditLine = dynamic(() => import('./agenda-dialogs').then(({ EditLine }) => EditLine));
const LinkTask = dynamic(() => import('./agenda-dialogs').then(({ LinkTask }) => LinkTask));
const MakeTask = dynamic(() => import('./agenda-dialogs').then(({ MakeTask }) => MakeTask));

const ACTIONS = [
  { does: 'edit', icon: <Pencil />, words: 'Edit line' },
  { does: 'decide', icon: <Gavel />, words: 'Mark as decision' },
  { does: 'undecide', icon: <Gavel />, words: 'No decision' },
  { does: 'task', icon: <CircleCheckBig />, words: 'Make it a task' },
  { does: 'link', icon: <Link2 />, words: 'Link a task' },
  { does: 'unlink', icon: <Link2Off />, words: 'Unlink the task' },
  { does: 'up', icon: <ArrowUp />, words: 'Move up', shortcut: 'Alt ↑' },
  { does: 'down', icon: <ArrowDown />, words: 'Move down', shortcut: 'Alt ↓' },
  { does: 'remove', icon: <Trash2 />, words: 'Remove', danger: true },
] as const;

type Props = {
  item: AgendaItemRecord;
  meeting: MeetingRecord;
  agenda: Agenda;
  choices: MeetingPageData['choices'];
  mayWrite: boolean;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

/** A line with its minutes. Alt with the arrow keys moves it, or a drag. */
export function AgendaLine({ item, meeting, agenda, choices, mayWrite, onUp, onDown }: Props) {
  const { member } = useShell();
  const hrefTo = useOrganisationLinks();
  const [open, setOpen] = useState<'minutes' | 'edit' | 'link' | 'task'>();
  const [unsent, setUnsent] = useState(false);
  const draft = minutesDraft(member._id, keyOf(item), meeting.occurrence);
  useEffect(() => (mayWrite ? recallDraft(draft, () => setUnsent(true)) : undefined), [draft, mayWrite]);
  const writes = useRef<HTMLButtonElement>(null);
  const { title, notes, notes_html, done, decision, minutes, owner, task, carried, audience } = item;
  const conflict = agenda.conflicts[keyOf(item)];
  const close = () => setOpen(undefined);
  const isShared = meeting.audience === 'client' && member.role !== 'client';
  const actions = {
    edit: () => setOpen('edit'),
    ...(decision
      ? { undecide: () => agenda.set(item, { decision: false }) }
      : { decide: () => agenda.set(item, { decision: true }) }),
    ...(task
      ? { unlink: () => agenda.set(item, { task_id: null }) }
      : {
          ...(choices?.projects.length && {
            task: () => (meeting.project_id ? agenda.toTask(item) : setOpen('task')),
          }),
          link: () => setOpen('link'),
        }),
    ...(onUp && { up: onUp }),
    ...(onDown && { down: onDown }),
    remove: () => agenda.remove(item),
  };

  return (
    <li className="px-3 py-2">
      <div className="flex items-start gap-2.5">
        <span className="flex h-7 items-center pointer-coarse:h-11">
          <input
            type="checkbox"
            className="checkbox"
            aria-label={bidi`Done: ${title}`}
            aria-keyshortcuts={mayWrite ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
            checked={done}
            disabled={!mayWrite}
            onChange={({ target }) => agenda.set(item, { done: target.checked })}
          />
        </span>
        <div className="flex min-h-7 min-w-0 flex-1 flex-wrap content-center items-center gap-x-2.5 gap-y-1 pointer-coarse:min-h-11">
          <span dir="auto" className={cn('text-base wrap-anywhere', done && 'text-text-2 line-through')}>
            {title}
          </span>
          {decision && <Badge tone="ok">Decision</Badge>}
          {carried && <Badge>Carried over</Badge>}
          {isShared && (audience === 'client' ? <ClientBadge /> : <Badge tone="internal">Team only</Badge>)}
          {agenda.waiting.has(item._id) && <span className="mark-waiting text-xs">Waiting</span>}
          {minutes && <span className="text-sm text-text-2 tabular-nums">{minutes} min</span>}
          {owner && (
            <span className="flex items-center gap-1.5 text-sm text-text-2">
              <Avatar person={{ id: owner._id, name: owner.name, picture: owner.pic }} size={20} beside />
              <span dir="auto">{owner.name}</span>
            </span>
          )}
          {task && (
            <Link
              href={hrefTo(`taskpage?task=${task.key}`)}
              prefetch={false}
              title={task.title}
              draggable={false}
              className="chip flex items-center gap-1.5 text-xs"
            >
              <TaskStatus of={{ status: task.status }} word="hidden" size={12} />
              <span className="tabular-nums">{task.key}</span>
            </Link>
          )}
        </div>
        {mayWrite && (
          <span className="flex shrink-0 gap-1 print:hidden">
            <Button
              ref={writes}
              size="compact"
              variant="quiet"
              icon={<NotebookPen />}
              aria-expanded={open === 'minutes'}
              aria-label={unsent ? bidi`Continue the minutes of ${title}` : bidi`Minutes of ${title}`}
              onPointerEnter={() => void loadMinutes().catch(() => undefined)}
              onClick={() => setOpen(open === 'minutes' ? undefined : 'minutes')}
            >
              <span className="max-sm:sr-only">{unsent ? 'Continue' : 'Minutes'}</span>
            </Button>
            <ActionMenu
              lines={ACTIONS}
              actions={actions}
              trigger={<IconButton size="compact" icon={<Ellipsis />} label={bidi`More for ${title}`} />}
            />
          </span>
        )}
      </div>
      {open !== 'minutes' && notes && (
        <div data-still className="mt-1 pl-6.5 text-text-2">
          {notes_html ? <RenderedText html={notes_html} /> : <p className="text-read whitespace-pre-wrap">{notes}</p>}
        </div>
      )}
      {open === 'minutes' && (
        <div data-still className="mt-2 pl-6.5 max-sm:pl-0">
          <MinutesForm
            {...{ item, draft }}
            projectId={meeting.project_id ?? ''}
            isClients={isShared && audience === 'client'}
            onSave={(text, version) => agenda.set(item, { notes: text }, version)}
            onClose={() => {
              close();
              setUnsent(false);
              writes.current?.focus();
            }}
          />
        </div>
      )}
      {conflict && (
        <div data-still className="pl-6.5 max-sm:pl-0">
          <ConflictBox
            what="agenda line"
            theirs={inWords(conflict, meeting, conflict.current)}
            mine={inWords(conflict, meeting)}
            onTheirs={() => agenda.choose(item, 'theirs')}
            onMine={() => agenda.choose(item, 'mine')}
          />
        </div>
      )}
      {open === 'edit' && (
        <EditLine {...{ item, meeting }} onChange={(fields) => agenda.set(item, fields)} onClose={close} />
      )}
      {open === 'link' && (
        <LinkTask
          title={title}
          projectId={meeting.project_id ?? undefined}
          onChoose={({ _id }) => agenda.set(item, { task_id: _id })}
          onClose={close}
        />
      )}
      {open === 'task' && choices && (
        <MakeTask
          title={title}
          projects={choices.projects}
          onChoose={(project) => agenda.toTask(item, project)}
          onClose={close}
        />
      )}
    </li>
  );
}

/** What was changed by both, as it was written here or as it is by now. */
function inWords({ fields }: LineConflict, { attendees }: MeetingRecord, now?: AgendaItemRecord): string {
  const nameOf = (id: string | null | undefined) => attendees.find(({ _id }) => _id === id)?.name ?? 'nobody';
  return [
    fields.title !== undefined && (now?.title ?? fields.title),
    fields.owner_id !== undefined && `Owner: ${now ? (now.owner?.name ?? 'nobody') : nameOf(fields.owner_id)}`,
    fields.minutes !== undefined && `Minutes planned: ${(now ? now.minutes : fields.minutes) ?? 'none'}`,
    fields.audience !== undefined && ((now?.audience ?? fields.audience) === 'client' ? 'For clients' : 'Team only'),
    fields.done !== undefined && ((now?.done ?? fields.done) ? 'Done' : 'Open'),
    fields.decision !== undefined && ((now?.decision ?? fields.decision) ? 'Decision' : 'No decision'),
    fields.task_id !== undefined && (now ? (now.task?.key ?? 'No task') : 'Another task'),
  ]
    .filter(Boolean)
    .join('\n');
}
