'use client';

import { useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { ConflictBox } from '@/components/draft/lazy-conflict-box';
import { notChosen, OvertakenFields } from '@/components/draft/overtaken-fields';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { useCall } from '@/components/query/use-call';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { bidi } from '@/lib/bidi';
import { TINTS } from '@/lib/organisation/vocabulary';
import { TintChoice } from './tint-choice';
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
      <TintChoice name={name} value={colour} onChange={(next) => change({ colour: next })} />
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
