'use client';

import { useRef, useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { FormError } from '@/components/ui/form/form-error';
import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import type { AnswerOf, InputOf } from '@/lib/api/contract';
import { bidi, isolated } from '@/lib/bidi';
import {
  type EmailChoice,
  LEVEL_LABEL,
  LEVELS,
  type Level,
  TOPIC_LABEL,
  TOPICS,
  type Topic,
} from '@/lib/notification/vocabulary';
import { PushChoice } from './push-choice';

type Settings = AnswerOf<'GET notificationSettings'>;
type Project = { _id: string; key: string; name: string };

const EMAIL: { value: string; label: string; choice: EmailChoice }[] = [
  { value: 'off', label: 'No', choice: false },
  { value: 'digest', label: 'Daily', choice: 'digest' },
  { value: 'now', label: 'At once', choice: true },
];
const emailValue = (choice: EmailChoice) => EMAIL.find((one) => one.choice === choice)?.value ?? 'off';
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const NIGHT = { from: '20:00', to: '08:00' };

/** Each change is saved at once, one after the other, and taken back where it is refused. */
export function NotificationSettingsForm({
  kept,
  projects,
  zone,
}: {
  kept: Settings;
  projects: readonly Project[];
  zone: string;
}) {
  const [settings, setSettings] = useState(kept);
  const [failure, setFailure] = useState<unknown>();
  const [saved, setSaved] = useState('');

  /** As the server said last, and what is on its way to it. */
  const known = useRef(kept);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  async function save(change: InputOf<'PUT notificationSettings'>, shown: Settings) {
    setSettings(shown);
    setFailure(undefined);
    setSaved('');
    const mine = last.current.then(async () => {
      try {
        known.current = await call('PUT notificationSettings', change);
        return 'Saved';
      } catch (error) {
        setFailure(error);
        return '';
      }
    });
    last.current = mine;
    const outcome = await mine;
    // What was chosen meanwhile is in the answer to that.
    if (last.current !== mine) return;
    setSettings(known.current);
    setSaved(outcome);
  }
  const choose = (topic: Topic, channels: Partial<Settings['events'][Topic]>) =>
    save(
      { events: { [topic]: channels } },
      { ...settings, events: { ...settings.events, [topic]: { ...settings.events[topic], ...channels } } },
    );
  const setQuiet = (quiet_hours: Settings['quiet_hours']) => save({ quiet_hours }, { ...settings, quiet_hours });
  const { quiet_hours: quiet } = settings;
  const pushes = settings.push_key !== null;

  return (
    <div className="@container flex flex-col gap-6">
      <p className="text-sm text-text-2">
        You are never told of what you do yourself. Emails leave only for what you have not read, and say nothing that
        you no longer see.
      </p>
      <FormError message={failure ? reasonOf(failure) : undefined} attempt={failure} />
      {/* Where there is room, when and how stand beside what. */}
      <div className="flex flex-col gap-6 @3xl:grid @3xl:grid-cols-[minmax(0,1fr)_280px] @3xl:items-start @3xl:gap-10">
        <table className="w-full text-base">
          <caption className="sr-only">What you are told of, and how</caption>
          <thead>
            <tr className="text-left text-sm text-text-2">
              <th scope="col" className="py-1 pr-2 font-medium">
                What happens
              </th>
              <th scope="col" className="px-2 py-1 font-medium">
                Inbox
              </th>
              <th scope="col" className="px-2 py-1 font-medium">
                Email
              </th>
              {pushes && (
                <th scope="col" className="px-2 py-1 font-medium">
                  Push
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {TOPICS.map((topic) => {
              const { in_app, email, push } = settings.events[topic];
              return (
                <tr key={topic} className="border-t border-border">
                  <th scope="row" className="py-2 pr-2 text-left font-normal">
                    {TOPIC_LABEL[topic]}
                  </th>
                  <td className="px-2">
                    <CheckboxField
                      label={`${TOPIC_LABEL[topic]}: in the inbox`}
                      labelHidden
                      checked={in_app}
                      onChange={({ target }) => void choose(topic, { in_app: target.checked })}
                    />
                  </td>
                  <td className="w-28 px-1 py-1 sm:w-36 sm:px-2">
                    <SelectField
                      label={`${TOPIC_LABEL[topic]}: by email`}
                      labelHidden
                      value={emailValue(email)}
                      disabled={!settings.emails}
                      onChange={({ target }) =>
                        void choose(topic, {
                          email: EMAIL.find(({ value }) => value === target.value)?.choice ?? false,
                        })
                      }
                      options={EMAIL}
                    />
                  </td>
                  {pushes && (
                    <td className="px-2">
                      <CheckboxField
                        label={`${TOPIC_LABEL[topic]}: by push`}
                        labelHidden
                        checked={push}
                        onChange={({ target }) => void choose(topic, { push: target.checked })}
                      />
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
        <div className="flex flex-col gap-6">
          <CheckboxField
            label="Send me emails about notifications"
            hint="Codes and notices about your account are always sent."
            checked={settings.emails}
            onChange={({ target }) => void save({ emails: target.checked }, { ...settings, emails: target.checked })}
          />
          <div className="max-w-64">
            <SelectField
              label="Daily emails leave at"
              hint={`In your time zone, ${zone.replaceAll('_', ' ')}`}
              value={String(settings.digest.hour)}
              onChange={({ target }) => {
                const digest = { hour: Number(target.value) };
                void save({ digest }, { ...settings, digest });
              }}
              options={HOURS}
            />
          </div>
          <div className="flex flex-col gap-3">
            <CheckboxField
              label="Quiet hours"
              hint="Emails and push wait until they end."
              checked={quiet !== null}
              onChange={({ target }) => void setQuiet(target.checked ? NIGHT : null)}
            />
            {quiet && (
              <div className="flex flex-wrap gap-3 pl-6">
                {(['from', 'to'] as const).map((end) => (
                  <TextField
                    key={`${end} ${quiet[end]}`}
                    type="time"
                    label={end === 'from' ? 'From' : 'To'}
                    defaultValue={quiet[end]}
                    onBlur={({ target }) => {
                      if (target.value && target.value !== quiet[end]) void setQuiet({ ...quiet, [end]: target.value });
                    }}
                  />
                ))}
              </div>
            )}
          </div>
          {settings.push_key && <PushChoice publicKey={settings.push_key} known={kept.push_browsers} />}
        </div>
      </div>
      {projects.length > 0 && (
        <fieldset className="grid gap-x-10 gap-y-2 @3xl:grid-cols-2">
          <legend className="mb-2 text-base font-semibold">Projects</legend>
          {projects.map(({ _id, key, name }) => (
            <div key={_id} className="grid grid-cols-1 items-center gap-x-3 sm:grid-cols-[1fr_200px]">
              <span className="min-w-0 truncate text-base">
                <span className="text-text-2">{key}</span> {isolated(name)}
              </span>
              <SelectField
                label={bidi`What you are told of in ${name}`}
                labelHidden
                value={settings.projects[_id] ?? 'all'}
                onChange={({ target }) => {
                  const level = target.value as Level;
                  const { [_id]: _before, ...others } = settings.projects;
                  void save(
                    { projects: { [_id]: level } },
                    { ...settings, projects: level === 'all' ? others : { ...others, [_id]: level } },
                  );
                }}
                options={LEVELS.map((value) => ({ value, label: LEVEL_LABEL[value] }))}
              />
            </div>
          ))}
        </fieldset>
      )}
      <p role="status" className="min-h-5 text-sm text-text-2">
        {saved}
      </p>
    </div>
  );
}
