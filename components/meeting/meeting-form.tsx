'use client';

import { useRef, useState } from 'react';
import { ApiError, call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { SelectField } from '@/components/ui/form/select-field';
import { TextArea } from '@/components/ui/form/text-area';
import { TextField } from '@/components/ui/form/text-field';
import { useFormats } from '@/components/ui/formats';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useRefresh } from '@/components/url/use-refresh';
import { useShell } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import type { FieldErrors } from '@/lib/errors';
import { daysBetween } from '@/lib/formats/calendar';
import { clockAt, firstMomentOf } from '@/lib/formats/clock';
import { dayAfter } from '@/lib/formats/days';
import { DAY_MINUTES } from '@/lib/meeting/layout';
import type { MeetingPageData } from '@/lib/meeting/queries.page';
import type { MeetingRecord } from '@/lib/meeting/schema';
import type { MeetingSentence as Sentence } from '@/lib/meeting/sentence';
import type { Scope } from '@/lib/meeting/vocabulary';
import { estimateWords } from '@/lib/task/vocabulary';
import { BusyStrip, YOU } from './busy-strip';
import { MeetingSentence } from './meeting-sentence';
import { SCOPES } from './which-meetings';

const MINUTE = 60_000;
const LENGTHS = [15, 30, 45, 60, 90, 120, 180, 240];
const REMINDERS = [
  { value: '', label: 'None' },
  { value: '5', label: '5 minutes before' },
  { value: '15', label: '15 minutes before' },
  { value: '60', label: 'An hour before' },
  { value: '1440', label: 'A day before' },
];
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const NTH = ['first', 'second', 'third', 'fourth', 'last'];

/** What is usually meant, from the day that is chosen; anything else is written as a rule. */
function rulesFrom(date: string, own: { value: string; words: string | null }) {
  const at = new Date(`${date}T00:00:00Z`);
  const weekday = Number.isNaN(at.getTime()) ? 1 : at.getUTCDay();
  const week = Math.min(4, Math.ceil((at.getUTCDate() || 1) / 7) - 1);
  const day = WEEKDAYS[weekday];
  const usual = [
    { value: '', label: 'Does not repeat' },
    { value: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', label: 'Every weekday' },
    { value: `FREQ=WEEKLY;BYDAY=${day}`, label: `Every ${NAMES[weekday]}` },
    { value: `FREQ=WEEKLY;INTERVAL=2;BYDAY=${day}`, label: `Every second ${NAMES[weekday]}` },
    {
      value: `FREQ=MONTHLY;BYDAY=${week === 4 ? -1 : week + 1}${day}`,
      label: `Every month on the ${NTH[week]} ${NAMES[weekday]}`,
    },
    { value: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', label: 'Every month on the last weekday' },
    { value: 'FREQ=YEARLY', label: 'Every year' },
  ];
  const isUsual = usual.some(({ value }) => value === own.value);
  return isUsual ? usual : [{ value: own.value, label: own.words ?? own.value }, ...usual];
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const two = (number: number) => String(number).padStart(2, '0');
function shownAt(moment: number, zone: string) {
  const { year, month, day, minutes } = clockAt(moment, zone);
  return { date: `${year}-${two(month)}-${two(day)}`, time: timeText(minutes) };
}
const timeText = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
function minutesIn(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** How the words of a rule say its end. */
const ENDS = /, until \d{4}-\d\d-\d\d$/;

/** A rule without its last day, and that day on the meeting's clock; one that ends by a number of meetings is left whole. */
function ruleIn(text: string, zone: string): { rule: string; until: string } {
  const [part, year, month, day, time] = /;UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d{6})Z?)?/.exec(text) ?? [];
  if (!part) return { rule: text, until: '' };
  const said = `${year}-${month}-${day}`;
  const isUtc = part.endsWith('Z') && time;
  const moment = isUtc && Date.parse(`${said}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`);
  return { rule: text.replace(part, ''), until: moment ? shownAt(moment, zone).date : said };
}

/** Where a new meeting begins: from minutes of a day on, so many of them; of a day alone at nine, or soon if that is today. */
export type Begun = { date: string; from?: number; minutes?: number };

/** The next half hour on the reader's clock, in an hour or later. */
const soon = () => Math.ceil((Date.now() + 30 * MINUTE) / (30 * MINUTE)) * 30 * MINUTE;

/** A new meeting, or a change of one: of a series for it alone, with those that follow, or for all that are to come. */
export function MeetingForm({
  choices,
  meeting,
  begun,
  projectId,
  onClose,
}: {
  choices: NonNullable<MeetingPageData['choices']>;
  meeting?: MeetingRecord;
  /** Of a new one. */
  begun?: Begun;
  projectId?: string;
  onClose: () => void;
}) {
  const formats = useFormats();
  const refresh = useRefresh();
  const { member } = useShell();
  const zone = meeting?.time_zone ?? formats.timeZone;
  const [{ date, time }, setWhen] = useState(() => {
    const first = shownAt(meeting ? Date.parse(meeting.starts_at) : soon(), zone);
    if (!begun || (begun.date === first.date && begun.from === undefined)) return first;
    return { date: begun.date, time: timeText(begun.from ?? 9 * 60) };
  });
  const [title, setTitle] = useState(meeting?.title ?? '');
  const own = ruleIn(meeting?.rrule ?? '', zone);
  const [rule, setRule] = useState({ value: own.rule, words: meeting?.repeats?.replace(ENDS, '') ?? null });
  const [until, setUntil] = useState(own.until);
  const [allDay, setAllDay] = useState(meeting?.all_day ?? false);
  const [length, setLength] = useState(meeting && !meeting.all_day ? meeting.duration_minutes : (begun?.minutes ?? 30));
  /** Of whole days. */
  const [last, setLast] = useState(() =>
    meeting?.all_day ? shownAt(Date.parse(meeting.ends_at) - 1, meeting.time_zone).date : date,
  );
  const [people, setPeople] = useState<readonly string[]>(
    meeting?.attendees.map(({ _id }) => _id).filter((id) => choices.people.some((one) => one._id === id)) ?? [],
  );
  const [scope, setScope] = useState<Scope>('this');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [message, setMessage] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [pending, setPending] = useState(false);
  const [free, setFree] = useState<string>();
  const repeats = Boolean(meeting?.rrule);
  const onlyThis = repeats && scope === 'this';
  const first = (field: string) => errors[field]?.[0];
  const span = isDay(date) && isDay(last) ? daysBetween(date, last) : 0;
  /** Whole days stay as many. */
  function setDate(to: string) {
    setWhen({ date: to, time });
    if (isDay(to)) setLast(dayAfter(to, Math.max(0, span)));
  }

  /** As it was, if it is still the same: another text is another series. */
  function ruleText(): string | null {
    if (rule.value === own.rule && until === own.until) return meeting?.rrule ?? null;
    return rule.value && until ? `${rule.value};UNTIL=${until.replaceAll('-', '')}` : rule.value || null;
  }

  /** What a sentence says counts; what it says nothing of is as before it. */
  const before = useRef<{ date: string; time: string; length: number; rule: typeof rule; people: readonly string[] }>(
    null,
  );
  function fill(sentence: Sentence) {
    before.current ??= { date, time, length, rule, people };
    const old = before.current;
    const { date: day, start, minutes, repeat, people: named } = sentence;
    setTitle(sentence.title);
    setWhen({ date: day ?? old.date, time: start === null ? old.time : timeText(start) });
    setLength(minutes ?? old.length);
    setLast(day ?? old.date);
    setRule(repeat ? { value: repeat.rule, words: repeat.words } : old.rule);
    setPeople([...new Set([...old.people, ...named.map(({ _id }) => _id)])]);
  }

  async function findFree() {
    setFree('Looking…');
    try {
      const from = Math.max(Date.now(), firstMomentOf(date, 0, zone));
      const { first_free } = await call('POST freeBusy', {
        member_ids: [member._id, ...people],
        from: new Date(from).toISOString(),
        to: new Date(from + 14 * 86_400_000).toISOString(),
        duration_minutes: length,
        time_zone: zone,
      });
      if (!first_free) return setFree('Nobody finds a time within two weeks.');
      setWhen(shownAt(Date.parse(first_free.starts_at), zone));
      setFree(`All are free on ${formats.moment(first_free.starts_at, 'medium')}.`);
    } catch (failure) {
      setFree(reasonOf(failure));
    }
  }

  async function submit(given: FormData) {
    const text = (name: string) => String(given.get(name) ?? '').trim();
    const where = text('where');
    const isLink = /^https?:\/\//.test(where);
    // The field shows the link of a meeting that has both: what it does not show stays.
    const unseen = meeting?.url ? meeting.place : '';
    const momentOf = (day: string, minutes: number) => new Date(firstMomentOf(day, minutes, zone)).toISOString();
    const times = {
      title: title.trim(),
      ...(allDay
        ? { starts_at: momentOf(date, 0), ends_at: momentOf(dayAfter(last, 1), 0) }
        : { starts_at: momentOf(date, minutesIn(time)), duration_minutes: length }),
      place: isLink || !where ? unseen : where,
      url: isLink ? where : '',
    };
    const series = {
      ...times,
      all_day: allDay,
      rrule: ruleText(),
      attendee_ids: [...people],
      audience: given.get('shared') ? ('client' as const) : ('internal' as const),
      reminders: text('reminder') ? [Number(text('reminder'))] : [],
    };
    setPending(true);
    try {
      if (meeting) {
        const { _id: id, occurrence, version } = meeting;
        const reach = repeats ? { scope, occurrence } : {};
        await call('PATCH meeting/{id}', { id, version, ...reach, ...(onlyThis ? times : series) });
      } else {
        const agenda = text('agenda')
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean);
        await call('POST meeting', { ...series, agenda, time_zone: zone, project_id: text('project') || null });
      }
      refresh();
      onClose();
    } catch (failure) {
      const wrong = failure instanceof ApiError ? failure.errors : {};
      setErrors(wrong);
      setMessage(Object.keys(wrong).some((field) => field !== 'scope') ? undefined : reasonOf(failure));
      setAttempt((count) => count + 1);
      setPending(false);
    }
  }

  return (
    <FormDialog
      title={meeting ? 'Change meeting' : 'New meeting'}
      action={meeting ? 'Save' : 'Send invitations'}
      pendingText="Saving"
      pending={pending}
      message={message}
      attempt={attempt}
      grows
      onSubmit={(given) => void submit(given)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {!meeting && <MeetingSentence people={choices.people} date={begun?.date} onRead={fill} />}
        {repeats && (
          <SelectField
            label="Change"
            value={scope}
            onChange={(event) => setScope(event.target.value as Scope)}
            options={SCOPES}
          />
        )}
        <TextField
          label="Title"
          name="title"
          limit={200}
          required
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          error={first('title')}
          autoComplete="off"
        />
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <TextField
            label={allDay ? 'First day' : 'Date'}
            type="date"
            value={date}
            required
            onChange={(event) => setDate(event.target.value)}
            error={first('starts_at')}
          />
          {allDay ? (
            <TextField
              label="Last day"
              type="date"
              value={last}
              min={date}
              required
              onChange={(event) => setLast(event.target.value)}
              error={first('duration_minutes') ?? first('ends_at')}
            />
          ) : (
            <>
              <TextField
                label="Start"
                type="time"
                value={time}
                required
                onChange={(event) => setWhen({ date, time: event.target.value })}
              />
              <SelectField
                label="Length"
                value={String(length)}
                onChange={(event) => setLength(Number(event.target.value))}
                options={[...new Set([...LENGTHS, length])]
                  .sort((a, b) => a - b)
                  .map((minutes) => ({
                    value: String(minutes),
                    label: estimateWords(minutes),
                  }))}
                error={first('duration_minutes') ?? first('ends_at')}
              />
            </>
          )}
          {!onlyThis && (
            <div className="flex items-end sm:col-span-3">
              <CheckboxField label="All day" checked={allDay} onChange={({ target }) => setAllDay(target.checked)} />
            </div>
          )}
        </div>
        <p className="text-sm text-text-2">
          {allDay ? 'Days' : 'Times'} are those of {zone}.
        </p>
        {!onlyThis && (
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            <SelectField
              label="Repeat"
              name="rrule"
              value={rule.value}
              onChange={({ target }) =>
                setRule({ value: target.value, words: target.selectedOptions[0]?.text ?? null })
              }
              options={rulesFrom(date, rule)}
              error={first('rrule')}
            />
            {rule.value && !rule.value.includes('COUNT=') && (
              <TextField
                label="Ends on"
                optional
                type="date"
                value={until}
                min={date}
                onChange={({ target }) => setUntil(target.value)}
              />
            )}
          </div>
        )}
        {!onlyThis && choices.people.length > 0 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 text-sm font-medium">People</legend>
            <div className="max-h-44 overflow-y-auto rounded-md border border-border p-2">
              {choices.people.map(({ _id, name, client }) => (
                <CheckboxField
                  key={_id}
                  label={client ? bidi`${name} (client)` : name}
                  checked={people.includes(_id)}
                  onChange={(event) =>
                    setPeople(event.target.checked ? [...people, _id] : people.filter((one) => one !== _id))
                  }
                />
              ))}
            </div>
            {first('attendee_ids') && <p className="text-sm text-danger-text">{first('attendee_ids')}</p>}
            <BusyStrip
              people={[{ _id: member._id, name: YOU }, ...choices.people.filter(({ _id }) => people.includes(_id))]}
              date={date}
              start={allDay ? 0 : minutesIn(time)}
              minutes={allDay ? (span + 1) * DAY_MINUTES : length}
              zone={zone}
            />
            {!allDay && (
              <div className="flex flex-wrap items-center gap-3">
                <Button size="compact" onClick={() => void findFree()}>
                  First time when all are free
                </Button>
                <span role="status" className="text-sm text-text-2">
                  {free}
                </span>
              </div>
            )}
          </fieldset>
        )}
        <TextField
          label="Place or link"
          name="where"
          optional
          defaultValue={meeting?.url || meeting?.place}
          error={first('place') ?? first('url')}
          autoComplete="off"
        />
        {!onlyThis && (
          <>
            {!meeting && choices.projects.length > 0 && (
              <SelectField
                label="Project"
                name="project"
                defaultValue={projectId}
                options={[
                  { value: '', label: 'None' },
                  ...choices.projects.map(({ _id, name }) => ({ value: _id, label: name })),
                ]}
                error={first('project_id')}
              />
            )}
            <SelectField
              label="Reminder"
              name="reminder"
              defaultValue={String(meeting?.reminders[0] ?? '')}
              options={REMINDERS}
            />
            <CheckboxField
              label="Shared with clients"
              name="shared"
              defaultChecked={meeting?.audience === 'client'}
              hint="Clients who are invited see it, and lines of its agenda that are for clients."
              error={first('audience')}
            />
            {!meeting && (
              <TextArea
                label="Agenda"
                name="agenda"
                optional
                rows={3}
                hint="A line for each point"
                error={first('agenda')}
              />
            )}
          </>
        )}
      </div>
    </FormDialog>
  );
}
