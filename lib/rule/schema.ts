/** Rules of the organisation, or of a project. Runs anywhere. */
import { z } from 'zod';
import { printFilter } from '@/lib/filter/format';
import { MOST_ACTIONS, MOST_DAYS, PEOPLE, RULE_NAME_LENGTH, TRIGGERS, type Trigger } from '@/lib/rule/vocabulary';
import { filterText } from '@/lib/task/schema';
import { PRIORITIES, STATUSES } from '@/lib/task/vocabulary';
import { id, line, number, paging, prose, record } from '@/lib/validation';

const name = line(RULE_NAME_LENGTH, 'The name');
const trigger = z.enum(TRIGGERS, `A rule begins with one of ${TRIGGERS.join(', ')}.`);
const filter = filterText.transform(printFilter);
const status = z.int().min(1, 'A status is a code from 1 to 5.').max(5, 'A status is a code from 1 to 5.');
const priority = z.enum(PRIORITIES, 'A priority is none, low, medium, high or urgent.');

const people = { who: z.enum(PEOPLE), member_id: id.nullish() };
const named = ({ who, member_id }: { who: string; member_id?: string | null }) =>
  who !== 'person' || Boolean(member_id);
const UNNAMED = { path: ['member_id'], message: 'Choose a person.' };

const action = z.union([
  z.strictObject({ do: z.literal('assign'), ...people }).refine(named, UNNAMED),
  z.strictObject({ do: z.literal('status'), status }),
  z.strictObject({ do: z.literal('priority'), priority }),
  z.strictObject({ do: z.literal('label'), label_id: id }),
  z.strictObject({ do: z.literal('tell'), ...people }).refine(named, UNNAMED),
  z.strictObject({
    do: z.literal('comment'),
    text: prose(2_000, 'The comment').refine((text) => text.length > 0, 'Write the comment.'),
  }),
]);
export type RuleAction = z.output<typeof action>;
const actions = z.array(action).min(1, 'Say what is to be done.').max(MOST_ACTIONS, `At most ${MOST_ACTIONS} actions.`);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isDays = (value: string) => /^\d{1,2}$/.test(value) && Number(value) <= MOST_DAYS;

/** `value`: a status's code, a label's id, a priority, or a number of days; null: any. */
const FITS: Record<Trigger, (value: string | null) => boolean> = {
  moved: (value) => value === null || STATUSES.some(({ code }) => String(code) === value),
  created: (value) => value === null,
  subtasks_done: (value) => value === null,
  overdue: (value) => value === null,
  due: (value) => value !== null && isDays(value),
  labelled: (value) => value === null || UUID.test(value),
  priority: (value) => value === null || PRIORITIES.some((one) => one === value),
};
const value = z.string().max(40).nullable().default(null);
export const fits = ({ trigger, value }: { trigger: Trigger; value: string | null }) => FITS[trigger](value);
export const UNFIT = { path: ['value'], message: 'This does not fit how the rule begins.' };

const fields = {
  name,
  project_id: id.nullable().default(null).describe('Null: in all projects that its maker sees'),
  enabled: z.boolean().default(true),
  trigger,
  value: value.describe('A status’s code, a label’s id, a priority or a number of days; null: any'),
  filter: filter.default('').describe('Only tasks that match; “me” is who saved the rule last'),
  actions,
};

export const CreateRule = z.strictObject(fields).refine(fits, UNFIT);
export type CreateRule = z.output<typeof CreateRule>;

/** What is given; a value alone has to fit how the rule begins, and with `trigger` none is any. */
export const EditRule = z
  .strictObject({
    id,
    version: number.pipe(z.int().min(1)),
    enabled: z.boolean().optional(),
    name: name.optional(),
    trigger: trigger.optional(),
    value: z.string().max(40).nullable().optional(),
    filter: filter.optional(),
    actions: actions.optional(),
  })
  .refine(({ trigger, value }) => trigger === undefined || fits({ trigger, value: value ?? null }), UNFIT);
export type EditRule = z.output<typeof EditRule>;

export const RuleReference = z.strictObject({ id });
export type RuleReference = z.output<typeof RuleReference>;

/** With `project_id`: those that are the project's own, and those of all projects. */
export const ListRules = z.strictObject({ project_id: id.optional(), ...paging });
export type ListRules = z.output<typeof ListRules>;

export const ListRuleRuns = z.strictObject({ rule_id: id, ...paging });
export type ListRuleRuns = z.output<typeof ListRuleRuns>;

export const MatchRule = z
  .strictObject({ project_id: id.optional(), trigger, value, filter: filter.default('') })
  .refine(fits, UNFIT);
export type MatchRule = z.output<typeof MatchRule>;

const person = z.object({ _id: z.string(), name: z.string() });

export const RuleRecord = record('RuleRecord', {
  _id: z.string(),
  name: z.string(),
  project_id: z.string().nullable(),
  enabled: z.boolean(),
  trigger,
  value: z.string().nullable(),
  filter: z.string(),
  actions: z.array(z.looseObject({ do: z.string() })),
  actor: person.describe('Who saved it last: it runs with their rights'),
  active: z.boolean().describe('False: that person can no longer sign in, so it does not run'),
  last_run_at: z.string().nullable(),
  may_edit: z.boolean(),
  version: z.int(),
});
export type RuleRecord = z.infer<typeof RuleRecord>;

export const RuleRunRecord = record('RuleRunRecord', {
  _id: z.string(),
  outcome: z.enum(['done', 'refused', 'skipped']),
  said: z.array(z.string()).describe('What was done, and why something was not'),
  task: z.object({ _id: z.string(), key: z.string(), title: z.string() }),
  created_at: z.string(),
});
export type RuleRunRecord = z.infer<typeof RuleRunRecord>;

export const RuleMatches = record('RuleMatches', {
  total: z.int(),
  tasks: z.array(z.object({ _id: z.string(), key: z.string(), title: z.string() })).describe('The first five'),
});
export type RuleMatches = z.infer<typeof RuleMatches>;

/** `root`: what it all began with. `trigger` and `value`: what happened; absent in jobs of an earlier version. */
export const RuleJob = z.object({
  runs: z.array(
    z.object({
      rule_id: z.string(),
      task_id: z.string(),
      root: z.string(),
      chain: z.array(z.string()),
      trigger: trigger.optional(),
      value: z.string().nullish(),
    }),
  ),
});
export type RuleJob = z.output<typeof RuleJob>;
export type RuleRun = RuleJob['runs'][number];

export const RuleSweep = z.object({ rule_id: z.string() });
export type RuleSweep = z.output<typeof RuleSweep>;
