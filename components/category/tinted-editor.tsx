'use client';

import { useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { ConflictBox } from '@/components/draft/lazy-conflict-box';
import { notChosen, OvertakenFields } from '@/components/draft/overtaken-fields';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { TintTile } from '@/components/page/tint-tile';
import { useCall } from '@/components/query/use-call';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import { TINTS } from '@/lib/organisation/vocabulary';
import { currentOf, type StoredTinted, saveUpon, type Tinted } from './tinted-save';

const WHAT = { name: 'name', colour: 'colour' };
const said = (field: keyof Tinted, value: string) => (field === 'colour' ? TINTS[value as keyof typeof TINTS] : value);
const inWords = ({ name, colour }: Tinted) => bidi`${name} · ${said('colour', colour)}`;

/** Name and colour of something of the organisation. `what`: its noun; `before`: null makes a new one. */
export function TintedEditor({
  what,
  before,
  save,
  onSaved,
  onClose,
}: {
  what: string;
  before: (StoredTinted & { _id: string }) | null;
  /** `version`: of what it was changed from. */
  save: (body: Tinted, version?: number) => Promise<Tinted>;
  onSaved: () => void;
  onClose: () => void;
}) {
  const {
    value: body,
    change,
    forget,
    notice,
    overtaken,
  } = useFormDraft(before ? `${what}:${before._id}` : `new-${what}`, {
    name: before?.name ?? '',
    colour: before?.colour ?? 'c1',
  });
  const { name, colour } = body;
  // The page behind is drawn anew when somebody else saves; what is written here began from this.
  const [base] = useState(before);
  const { run, error, status } = useCall();
  const theirs = currentOf(error);
  async function submit(since: StoredTinted | null = base) {
    const saved = await run(
      () => {
        const undecided = since && notChosen(overtaken);
        if (undecided) throw undecided;
        return since ? saveUpon(since, body, save) : save(body);
      },
      (answer) => bidi`${answer.name} ${base ? 'saved' : 'created'}`,
    );
    if (saved) leave();
  }
  function leave() {
    forget();
    onSaved();
    onClose();
  }
  return (
    <FormDialog
      size="sm"
      title={base ? bidi`Edit ${base.name}` : `New ${what}`}
      action={base ? 'Save' : 'Create'}
      pendingText="Saving…"
      {...status}
      message={theirs ? undefined : status.message}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DraftNotice {...notice} />
      {base && <OvertakenFields overtaken={overtaken} draft={body} what={WHAT} said={said} />}
      <TextField
        label="Name"
        name="name"
        required
        limit={60}
        autoComplete="off"
        value={name}
        onChange={(event) => change({ name: event.target.value })}
        error={error?.errors.name?.[0]}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium text-text-2">Colour</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {Object.entries(TINTS).map(([value, label]) => (
            <label
              key={value}
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-border px-2 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name="colour"
                value={value}
                checked={value === colour}
                onChange={() => change({ colour: value })}
                className="sr-only"
              />
              <TintTile tint={value} name={name || label} size={20} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {theirs && (
        <ConflictBox
          what={what}
          theirs={inWords(theirs)}
          mine={inWords(body)}
          onTheirs={leave}
          onMine={() => void submit(theirs)}
        />
      )}
    </FormDialog>
  );
}
