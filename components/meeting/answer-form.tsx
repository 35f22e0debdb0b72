'use client';

import type { FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { TextArea } from '@/components/ui/form/text-area';
import { tooLong } from '@/components/ui/form/too-long';
import { ANSWER_LABEL, ANSWERS, type Answer, MOST_NOTE } from '@/lib/meeting/vocabulary';

/** Yes, No or Maybe and a note, without signing in and without scripts. */
export function AnswerForm({
  action,
  lines,
  cancelled,
  series,
  saved,
  chosen,
  answered,
  note,
  problem,
}: {
  action: string;
  /** When and where. */
  lines: readonly string[];
  /** Why, if it does not take place; else null. */
  cancelled: string | null;
  /** The answer is for all meetings of it. */
  series: boolean;
  /** What was sent a moment ago. */
  saved: Answer | null;
  chosen: Answer | null;
  answered: Answer | null;
  note: string;
  problem: string | null;
}) {
  /** What is too long is not sent: the page that answers would not have it any more. With the focus the field says how much. */
  function submit(event: FormEvent<HTMLFormElement>) {
    const field = event.currentTarget.elements.namedItem('note') as HTMLTextAreaElement;
    if (!tooLong(field.value, MOST_NOTE)) return;
    event.preventDefault();
    field.focus();
  }
  return (
    <>
      <div className="mb-6 text-read">
        {lines.map((line) => (
          <p key={line} dir="auto" className="break-words">
            {line}
          </p>
        ))}
      </div>
      {cancelled !== null ? (
        <p role="status" dir="auto" className="text-read font-semibold">
          {cancelled ? `This meeting is cancelled: ${cancelled}` : 'This meeting is cancelled.'}
        </p>
      ) : (
        <form method="post" action={action} onSubmit={submit} className="flex flex-col gap-4">
          {problem && <FormError message={problem} />}
          {saved ? (
            <p role="status" className="rounded-md bg-ok-soft px-3 py-2 text-base text-ok-text">
              Your answer is saved: {ANSWER_LABEL[saved]}. You can change it here until the meeting is over.
            </p>
          ) : (
            answered && <p className="text-base text-text-2">Your answer so far: {ANSWER_LABEL[answered]}.</p>
          )}
          <fieldset>
            <legend className="mb-1 text-sm font-medium text-text-2">
              {series ? 'Will you be there, at all meetings of the series?' : 'Will you be there?'}
            </legend>
            <div className="flex flex-wrap gap-2">
              {ANSWERS.map((one) => (
                <label
                  key={one}
                  className="flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2 rounded-md border border-border bg-surface px-3 text-base hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
                >
                  <input
                    type="radio"
                    name="answer"
                    value={one}
                    required
                    defaultChecked={one === chosen}
                    className="size-4 accent-accent outline-none"
                  />
                  {ANSWER_LABEL[one]}
                </label>
              ))}
            </div>
          </fieldset>
          <TextArea
            name="note"
            label="Note for the others"
            hint={`${MOST_NOTE} characters at most`}
            optional
            rows={3}
            limit={MOST_NOTE}
            defaultValue={note}
          />
          <Button type="submit" variant="primary" size="touch" wide>
            Send the answer
          </Button>
        </form>
      )}
    </>
  );
}
