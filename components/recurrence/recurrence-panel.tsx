'use client';

import { type FormEvent, useState } from 'react';
import { showUndoable } from '@/components/keys/show-undoable';
import { type Remember, rememberSent } from '@/components/keys/use-undo';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import type { EditorProps } from '@/components/ui/form/editor';
import { SelectField } from '@/components/ui/form/select-field';
import { PlainDay, useFormats } from '@/components/ui/formats';
import { Popover } from '@/components/ui/overlay/popover';
import { showToast } from '@/components/ui/overlay/toast';
import type { RecurrenceRecord } from '@/lib/recurrence/schema';
import { type Mode, parseRule, printRule, type Rule, ruleWords } from '@/lib/rrule/vocabulary';
import type { TaskDetail } from '@/lib/task/schema';
import { RuleFields } from './rule-fields';
import { changeBack, stopUnchanged, unskip } from './series-back';

/** `remember`: of the page, as steps outlast the panel. */
type FormProps = { task: TaskDetail; remember: Remember; onChanged: () => void };
type PanelProps = EditorProps & FormProps;

const WEEKLY: Rule = {
  frequency: 'WEEKLY',
  interval: 1,
  weekdays: [],
  nth: null,
  monthday: null,
  until: null,
  count: null,
};
const MODES: { value: Mode; label: string }[] = [
  { value: 'completion', label: 'When this one is completed' },
  { value: 'schedule', label: 'On its day' },
];

/** How a task repeats, in its own words; one can be skipped, and all can be stopped. */
export function RecurrencePanel({ task, remember, onChanged, ...popover }: PanelProps) {
  return (
    <Popover {...popover} label="Repeats" size="panel">
      <RecurrenceForm
        task={task}
        remember={remember}
        onChanged={onChanged}
        onDone={() => popover.onOpenChange(false)}
      />
    </Popover>
  );
}

function RecurrenceForm({ task, remember, onChanged, onDone }: FormProps & { onDone: () => void }) {
  const { recurrence: known, key } = task;
  const today = useFormats().today();
  const start = known?.starts_on ?? task.due_date ?? task.start_date ?? today;
  // What is not changed here follows what others make of it.
  const [own, setOwn] = useState<{ rule?: Rule; mode?: Mode }>({});
  const stored = known && parseRule(known.rule);
  const { rule = stored ?? WEEKLY, mode = known?.mode ?? 'completion' } = own;
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);

  /** `back` undoes what `work` made. */
  async function send(
    work: () => Promise<RecurrenceRecord>,
    said: string,
    back?: (made: RecurrenceRecord) => Promise<unknown>,
  ) {
    setPending(true);
    setProblem(undefined);
    try {
      const sent = work();
      const step = back && rememberSent(sent, (made) => back(made).then(onChanged, notUndone), remember);
      await sent;
      onChanged();
      if (step) showUndoable(said, step);
      else showToast({ kind: 'success', text: said });
      return true;
    } catch (error) {
      setProblem(reasonOf(error));
      onChanged();
      return false;
    } finally {
      setPending(false);
    }
  }
  const notUndone = (error: unknown) =>
    showToast({ kind: 'failure', text: `How ${key} repeats was not undone. ${reasonOf(error)}` });
  const set = (printed: string, chosen: Mode) =>
    call('POST recurrence', { task_id: task._id, rule: printed, mode: chosen });

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const printed = printRule(rule);
    const said = `${key} repeats: ${ruleWords(rule, start)}.`;
    const done = known
      ? await send(
          () => call('PATCH recurrence/{id}', { id: known._id, version: known.version, rule: printed, mode }),
          said,
          (made) => changeBack(made, known),
        )
      : await send(() => set(printed, mode), said, stopUnchanged);
    if (done) onDone();
  }
  async function stop() {
    if (!known) return;
    // A series of its own, of as many as were left.
    const left = stored?.count ? printRule({ ...stored, count: stored.count - known.number + 1 }) : known.rule;
    const work = () => call('DELETE recurrence/{id}', { id: known._id });
    if (await send(work, `${key} no longer repeats.`, () => set(left, known.mode))) onDone();
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-3 p-4">
      <RuleFields rule={rule} start={start} onChange={(next) => setOwn({ ...own, rule: next })} />
      <SelectField
        label="The next one is made"
        value={mode}
        options={MODES}
        onChange={({ target }) => setOwn({ ...own, mode: target.value as Mode })}
      />
      <p role="status" className="text-sm text-text-2">
        {ruleWords(rule, start)}
      </p>
      {known && (
        <div className="flex items-center justify-between gap-2 text-sm text-text-2">
          <span>
            {known.next_on ? (
              <>
                Next: <PlainDay date={known.next_on} />
              </>
            ) : (
              'This is the last one.'
            )}
          </span>
          {known.next_on && (
            <Button
              size="compact"
              pending={pending}
              onClick={() =>
                void send(
                  () => call('POST skipRecurrence/{id}', { id: known._id, version: known.version }),
                  `One repetition of ${key} is skipped.`,
                  (made) => unskip(made, known.next_on),
                )
              }
            >
              Skip it
            </Button>
          )}
        </div>
      )}
      {problem && (
        <p role="alert" className="text-sm text-danger-text">
          {problem}
        </p>
      )}
      <div className="flex gap-2">
        <Button variant="primary" type="submit" size="compact" pending={pending} pendingText="Saving">
          {known ? 'Save' : 'Repeat'}
        </Button>
        {known && (
          <Button size="compact" pending={pending} onClick={() => void stop()}>
            Stop repeating
          </Button>
        )}
      </div>
    </form>
  );
}
