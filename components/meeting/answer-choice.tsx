import { type FormEvent, useRef, useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { TextArea } from '@/components/ui/form/text-area';
import { tooLong } from '@/components/ui/form/too-long';
import { useRefresh } from '@/components/url/use-refresh';
import { useShell } from '@/components/viewer/shell-context';
import type { MeetingRecord } from '@/lib/meeting/schema';
import { ANSWER_LABEL, ANSWERS, type Answer, MOST_NOTE } from '@/lib/meeting/vocabulary';

/** Yes, No or Maybe, with a note for the others; of a series for one meeting, or for all of them. */
export function AnswerChoice({ meeting }: { meeting: MeetingRecord }) {
  const refresh = useRefresh();
  const { member } = useShell();
  const { _id: id, occurrence, rrule, my_answer: stored, attendees } = meeting;
  const note = attendees.find(({ _id }) => _id === member._id)?.note ?? '';
  /** On its way. */
  const [given, setGiven] = useState<Answer>();
  const [forAll, setForAll] = useState(false);
  const [writes, setWrites] = useState(false);
  const [problem, setProblem] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const answer = given ?? stored;

  async function send(next: Answer, text: string): Promise<boolean> {
    setProblem(undefined);
    // A meeting that was answered by itself keeps that answer.
    if (!forAll) setGiven(next);
    try {
      await call('POST meetingAnswer/{id}', { id, answer: next, note: text, ...(rrule && !forAll && { occurrence }) });
      refresh();
      return true;
    } catch (failure) {
      setGiven(undefined);
      setProblem(reasonOf(failure));
      return false;
    }
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('note') as HTMLTextAreaElement;
    // With the focus the field says how much it is.
    if (tooLong(field.value, MOST_NOTE)) return field.focus();
    if (answer && (await send(answer, field.value.trim()))) close();
  }
  function close() {
    setWrites(false);
    opener.current?.focus();
  }

  return (
    <div className="flex flex-col gap-2">
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="sr-only">Your answer</legend>
        {ANSWERS.map((one) => (
          <Button
            key={one}
            size="compact"
            variant={answer === one ? 'primary' : 'secondary'}
            aria-pressed={answer === one}
            onClick={() => void send(one, note)}
          >
            {ANSWER_LABEL[one]}
          </Button>
        ))}
        {answer && (
          <Button
            ref={opener}
            size="compact"
            variant="quiet"
            aria-expanded={writes}
            onClick={() => (writes ? close() : setWrites(true))}
          >
            {note ? 'Change your note' : 'Add a note'}
          </Button>
        )}
        {rrule && (
          <CheckboxField
            label="For all meetings of the series"
            hint={forAll ? 'Meetings that you answered by themselves keep that answer.' : undefined}
            checked={forAll}
            onChange={({ target }) => setForAll(target.checked)}
          />
        )}
      </fieldset>
      {problem && (
        <p role="alert" className="text-sm text-danger-text">
          {problem}
        </p>
      )}
      {writes && (
        <form onSubmit={(event) => void submit(event)} className="flex max-w-[560px] flex-col gap-2">
          <TextArea name="note" label="Note for the others" rows={2} limit={MOST_NOTE} defaultValue={note} autoFocus />
          <div className="flex gap-2">
            <Button type="submit" variant="primary" size="compact">
              Save
            </Button>
            <Button size="compact" onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
