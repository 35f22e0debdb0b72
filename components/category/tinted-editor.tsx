'use client';

import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { TintTile } from '@/components/page/tint-tile';
import { useCall } from '@/components/query/use-call';
import { TextField } from '@/components/ui/form/text-field';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { TINTS } from '@/lib/organisation/vocabulary';

type Tinted = { name: string; colour: string };

/** Name and colour of something of the organisation. `what`: its noun; `before`: null makes a new one. */
export function TintedEditor({
  what,
  before,
  save,
  onSaved,
  onClose,
}: {
  what: string;
  before: (Tinted & { _id: string }) | null;
  save: (body: Tinted) => Promise<Tinted>;
  onSaved: () => void;
  onClose: () => void;
}) {
  const {
    value: body,
    change,
    forget,
    notice,
  } = useFormDraft(before ? `${what}:${before._id}` : `new-${what}`, {
    name: before?.name ?? '',
    colour: before?.colour ?? 'c1',
  });
  const { name, colour } = body;
  const { run, error, status } = useCall();
  async function submit() {
    const saved = await run(
      () => save(body),
      (answer) => `${answer.name} ${before ? 'saved' : 'created'}`,
    );
    if (!saved) return;
    forget();
    onSaved();
    onClose();
  }
  return (
    <FormDialog
      size="sm"
      title={before ? `Edit ${before.name}` : `New ${what}`}
      action={before ? 'Save' : 'Create'}
      pendingText="Saving…"
      {...status}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DraftNotice {...notice} />
      <TextField
        label="Name"
        name="name"
        required
        maxLength={60}
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
    </FormDialog>
  );
}
