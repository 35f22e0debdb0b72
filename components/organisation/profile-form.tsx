'use client';

import { useEffect, useRef, useState } from 'react';
import { TintTile } from '@/components/page/tint-tile';
import { ApiError, call } from '@/components/query/api-client';
import { notSaved, useSubmitWhenBack } from '@/components/query/use-submit-when-back';
import { Button } from '@/components/ui/button';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { FormError } from '@/components/ui/form/form-error';
import { TextField } from '@/components/ui/form/text-field';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import { useShell } from '@/components/viewer/shell-context';
import type { OrganisationSettings } from '@/lib/organisation/schema';
import { TINTS } from '@/lib/organisation/vocabulary';
import { WEEKDAYS } from '@/lib/session/vocabulary';
import { ChoicePills } from './choice-pills';
import { HolidaysField } from './holidays-field';
import { SaveBar } from './save-bar';
import { keepDraft, savedDraft } from './saved-draft';
import { changedFields, type Draft, type DraftField, draftOf, FIELD_LABEL, rebase } from './settings-draft';
import { TimeZoneField } from './time-zone-field';

const TINT_CHOICES = Object.entries(TINTS).map(([value, label]) => ({
  value,
  label,
  mark: <TintTile tint={value} name={label} size={20} />,
}));
const DAY_CHOICES = WEEKDAYS.map((label, at) => ({ value: at + 1, label }));

export function ProfileForm({ settings }: { settings: OrganisationSettings }) {
  const refresh = useRefresh();
  const { _id: memberId } = useShell().member;
  const [base, setBase] = useState(settings);
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [clashes, setClashes] = useState<DraftField[]>([]);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const form = useRef<HTMLFormElement>(null);
  useSubmitWhenBack(form, error);

  /** Continues from a newer record; unsaved changes made here stay. */
  function takeUp(current: OrganisationSettings) {
    const next = rebase(draftOf(base), draft, draftOf(current));
    setBase(current);
    setDraft(next.draft);
    setClashes(next.clashes);
  }
  // The page was redrawn with changes made elsewhere, perhaps by the same person.
  if (settings.version > base.version) takeUp(settings);

  const changed = changedFields(draftOf(base), draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is looked up once, when the page opens
  useEffect(() => {
    const kept = savedDraft(memberId);
    if (!kept) return;
    const next = rebase(kept.base, kept.draft, draftOf(settings));
    setDraft(next.draft);
    setClashes(next.clashes);
  }, []);
  useEffect(() => {
    keepDraft(memberId, changed.length ? { base: draftOf(base), draft } : null);
  }, [memberId, base, draft, changed.length]);
  const set = (fields: Partial<Draft>) => setDraft({ ...draft, ...fields });
  const messageOf = (field: DraftField) =>
    Object.entries(error?.errors ?? {}).find(([name]) => name.split('.')[0] === field)?.[1][0];

  async function save() {
    if (pending || !changed.length) return;
    setPending(true);
    setError(undefined);
    try {
      const fields = Object.fromEntries(changed.map((field) => [field, draft[field]]));
      const saved = await call('PUT organisation', { version: base.version, ...fields });
      setBase(saved);
      // What was changed while it was sent is unsaved.
      setDraft((now) => rebase(draft, now, draftOf(saved)).draft);
      setClashes([]);
      showToast({ kind: 'success', text: 'Saved' });
      refresh();
    } catch (failure) {
      const known =
        failure instanceof ApiError ? failure : new ApiError(0, 'unexpected', 'Something went wrong. Try again.');
      if (known.status === 409 && known.current) takeUp(known.current as OrganisationSettings);
      setError(known);
    } finally {
      setPending(false);
    }
  }

  return (
    <form
      ref={form}
      aria-label="Organisation"
      className="flex flex-col gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FormError
        message={
          error?.status === 409
            ? 'Somebody else changed the settings in the meantime. Your changes are still here: check them and save again.'
            : notSaved(error)
        }
        attempt={error}
      />
      {clashes.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 rounded-sm bg-warn-soft px-3 py-2 text-base">
          <p className="mr-auto">
            Changed by somebody else too: {clashes.map((field) => FIELD_LABEL[field]).join(', ')}. Saving replaces it.
          </p>
          <Button
            onClick={() => {
              const theirs = Object.fromEntries(clashes.map((field) => [field, base[field]]));
              set(theirs as Partial<Draft>);
              setClashes([]);
            }}
          >
            Take theirs
          </Button>
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <TextField
            id="name"
            label="Name"
            required
            limit={80}
            autoComplete="organization"
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
            error={messageOf('name')}
          />
          <ChoicePills
            legend="Working days"
            hint="Days on which the organisation works. People choose their own in their profile."
            name="working_days"
            type="checkbox"
            choices={DAY_CHOICES}
            chosen={draft.working_days}
            error={messageOf('working_days')}
            onChange={(day, on) =>
              set({
                working_days: (on
                  ? [...draft.working_days, day]
                  : draft.working_days.filter((one) => one !== day)
                ).sort(),
              })
            }
          />
          <TimeZoneField
            zone={draft.time_zone}
            error={messageOf('time_zone')}
            onChange={(time_zone) => set({ time_zone })}
          />
          <CheckboxField
            label="Show in the public directory"
            hint="People who look for their organisation find its name and key. Otherwise they need its key."
            checked={draft.listed}
            onChange={({ target }) => set({ listed: target.checked })}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <ChoicePills
            legend="Colour"
            hint="Background of the first letter of the name, when there is no logo."
            name="tint"
            type="radio"
            choices={TINT_CHOICES}
            chosen={[draft.tint]}
            onChange={(tint) => set({ tint })}
          />
          <HolidaysField
            dates={draft.holidays}
            error={messageOf('holidays')}
            onChange={(holidays) => set({ holidays })}
          />
          <CheckboxField
            label="Emails about a mention quote what was said"
            hint="They show how the comment or message begins. Otherwise they say only who wrote, and where."
            checked={draft.mail_quotes}
            onChange={({ target }) => set({ mail_quotes: target.checked })}
          />
          <CheckboxField
            label="Clients file requests"
            hint="The team plans or declines them. Otherwise clients read whom to ask instead; what they asked for before stays."
            checked={draft.client_requests}
            onChange={({ target }) => set({ client_requests: target.checked })}
          />
        </div>
      </div>
      <SaveBar
        unsaved={changed.length > 0}
        pending={pending}
        onDiscard={() => {
          setDraft(draftOf(base));
          setClashes([]);
          setError(undefined);
        }}
      />
    </form>
  );
}
