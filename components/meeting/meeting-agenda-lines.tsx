'use client';

import { type FormEvent, useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { TextArea } from '@/components/ui/form/text-area';
import { TextField } from '@/components/ui/form/text-field';
import { useRefresh } from '@/components/url/use-refresh';
import { bidi } from '@/lib/bidi';
import type { AgendaItemRecord, MeetingRecord } from '@/lib/meeting/schema';

/** The agenda, with what was said about each line, what is done and what was decided. */
export function MeetingAgendaLines({ meeting, mayWrite }: { meeting: MeetingRecord; mayWrite: boolean }) {
  const refresh = useRefresh();
  const [problem, setProblem] = useState<string>();
  const { agenda } = meeting;

  async function send(work: () => Promise<unknown>): Promise<boolean> {
    setProblem(undefined);
    try {
      await work();
      refresh();
      return true;
    } catch (failure) {
      setProblem(reasonOf(failure));
      refresh();
      return false;
    }
  }
  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const title = String(new FormData(form).get('line') ?? '').trim();
    if (!title) return;
    const only = meeting.rrule ? { occurrence: meeting.occurrence } : {};
    if (await send(() => call('POST agendaItem', { meeting_id: meeting._id, title, ...only }))) form.reset();
  }

  return (
    <div>
      <h3 className="mb-1 text-sm font-medium text-text-2">Agenda</h3>
      {agenda.length === 0 && <p className="text-base text-text-2">Nothing yet.</p>}
      <ul className="flex flex-col">
        {agenda.map((item) => (
          <li key={item._id} className="border-t border-border py-2 first:border-t-0">
            <AgendaLine
              item={item}
              mayWrite={mayWrite}
              onChange={(fields) =>
                send(() => call('PATCH agendaItem/{id}', { id: item._id, version: item.version, ...fields }))
              }
            />
          </li>
        ))}
      </ul>
      {problem && (
        <p role="alert" className="my-1 text-sm text-danger-text">
          {problem}
        </p>
      )}
      {mayWrite && (
        <form onSubmit={(event) => void add(event)} className="mt-2 flex items-end gap-2">
          <div className="max-w-[480px] flex-1">
            <TextField label="New line" name="line" limit={300} autoComplete="off" />
          </div>
          <Button type="submit">Add</Button>
        </form>
      )}
    </div>
  );
}

type Fields = { done?: boolean; decision?: boolean; notes?: string };

function AgendaLine({
  item,
  mayWrite,
  onChange,
}: {
  item: AgendaItemRecord;
  mayWrite: boolean;
  onChange: (fields: Fields) => Promise<boolean>;
}) {
  const [writes, setWrites] = useState(false);
  /** The notes as they were when one began to write. */
  const [base, setBase] = useState('');
  const { title, notes, done, decision, minutes, owner, task, carried, audience } = item;
  const beside = [
    owner?.name,
    minutes && `${minutes} min`,
    carried && 'Open since an earlier meeting',
    decision && 'Decision',
    task?.key,
    audience === 'client' && 'For clients',
  ].filter(Boolean);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <input
          type="checkbox"
          className="checkbox"
          aria-label={bidi`Done: ${title}`}
          checked={done}
          disabled={!mayWrite}
          onChange={(event) => void onChange({ done: event.target.checked })}
        />
        <span dir="auto" className={done ? 'text-base text-text-2 line-through' : 'text-base'}>
          {title}
        </span>
        {beside.length > 0 && <span className="text-sm text-text-2">{beside.join(' · ')}</span>}
        {mayWrite && (
          <span className="ml-auto flex gap-1">
            <Button
              size="compact"
              variant="quiet"
              aria-expanded={writes}
              aria-label={bidi`Notes on ${title}`}
              onClick={() => {
                setBase(item.notes);
                setWrites(!writes);
              }}
            >
              Notes
            </Button>
            <Button
              size="compact"
              variant="quiet"
              aria-pressed={decision}
              aria-label={bidi`Decision: ${title}`}
              onClick={() => void onChange({ decision: !decision })}
            >
              Decision
            </Button>
          </span>
        )}
      </div>
      {!writes && notes && (
        <p dir="auto" className="mt-1 pl-7 text-base whitespace-pre-wrap text-text-2">
          {notes}
        </p>
      )}
      {writes && (
        <form
          className="mt-2 flex flex-col gap-2 pl-7"
          onSubmit={async (event) => {
            event.preventDefault();
            const written = String(new FormData(event.currentTarget).get('notes') ?? '');
            // What is refused because somebody else was first stays here, beside what they wrote.
            if (await onChange({ notes: written })) setWrites(false);
          }}
        >
          {notes !== base && (
            <div role="status" className="rounded-md border border-border bg-sunken p-2 text-sm">
              Somebody else wrote here meanwhile. Take over what you need; saving again keeps yours:
              <p dir="auto" className="mt-1 whitespace-pre-wrap">
                {notes}
              </p>
            </div>
          )}
          <TextArea label="What was said" name="notes" defaultValue={base} rows={3} limit={20_000} />
          <span>
            <Button type="submit" size="compact" variant="primary">
              Save
            </Button>
          </span>
        </form>
      )}
    </>
  );
}
