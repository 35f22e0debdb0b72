/** Events of rules. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';
import type { LiveEvent } from '@/lib/realtime/events';

type RuleSubject = { id: string };
const aboutRule = eventAbout<RuleSubject>();
const target = ({ id }: RuleSubject) => id;
const named = z.object({ name: z.string() });
const live = (): LiveEvent[] => [{ type: 'rules.changed' }];

export const ruleEvents = defineEvents({
  'rule.created': aboutRule({
    data: named,
    words: ({ name }) => `made the rule ${name}`,
    audit: { group: 'work', label: 'Rule made', target },
    live,
  }),
  'rule.edited': aboutRule({
    data: named.extend({ change: z.enum(['changed', 'switched on', 'switched off']) }),
    words: ({ name, change }) => `${change} the rule ${name}`,
    audit: { group: 'work', label: 'Rule changed', target },
    live,
  }),
  'rule.deleted': aboutRule({
    data: named,
    words: ({ name }) => `deleted the rule ${name}`,
    audit: { group: 'work', label: 'Rule deleted', target },
    live,
  }),
  /** On the task, by whom the rule runs as. */
  'rule.acted': eventAbout<{ id: string; projectId: string; audience: string }>()({
    data: z.object({ rule: z.string() }),
    words: ({ rule }, { it }) => `ran the rule “${rule}” on ${it}`,
    activity: ({ id, projectId, audience }) => ({ projectId, task: { id, audience }, audience: 'internal' }),
  }),
  /** Also whoever made the rule, in whose name it runs. */
  'rule.told': eventAbout<{ id: string; to: readonly string[] }>()({
    data: z.object({ rule: z.string() }),
    words: ({ rule }, { it }) => `lets you know about ${it} by the rule “${rule}”`,
    notify: { topic: 'assigned', to: ({ to }) => to, about: ({ id }) => ({ taskId: id }), own: true },
  }),
});
