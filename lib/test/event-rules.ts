import { isTest, type Sources } from './sources';

type Rule = { name: string; because: string; broken: (sources: Sources) => string[] };

const ENGINE = 'lib/effects.ts';
const writes = (tables: string) =>
  new RegExp(`\\b(?:${tables})\\s*\\.\\s*(?:create|upsert)\\w*\\(|\\binsert\\s+into\\s+(?:${tables})\\b`, 'i');
const writers = (tables: string, allowed: readonly string[]) => (sources: Sources) =>
  [...sources]
    .filter(
      ([file, source]) =>
        /^(app|components|lib)\//.test(file) &&
        !isTest(file) &&
        !/\/endpoints\.examples\./.test(file) &&
        !allowed.includes(file) &&
        writes(tables).test(source),
    )
    .map(([file]) => file);

/** Marking one's own notifications as read is nothing that anybody is told of. */
const WITHOUT_EVENTS = ['notification'];

/** What follows from an event is derived from its entry, by one engine. */
export const EVENT_RULES: Rule[] = [
  {
    name: 'history, audit log and notifications are written by the engine',
    because: 'one fact is said once (ctx.happened); what follows from it is derived',
    broken: writers('activity|audit|notification', [ENGINE]),
  },
  {
    name: 'live messages are queued by the engine',
    because: 'what leaves after commit is queued in one place for each kind: live messages, mails, ended connections',
    broken: writers('outbox', ['lib/outbox.ts']),
  },
  {
    name: 'every domain with commands has a table of events',
    because: 'whoever changes something says in events.ts what happened',
    broken: (sources) => {
      const domains = new Set(
        [...sources.keys()].flatMap((file) => /^lib\/([\w-]+)\/commands(?:\.\w+)?\.ts$/.exec(file)?.[1] ?? []),
      );
      return [...domains]
        .filter((domain) => !WITHOUT_EVENTS.includes(domain) && !sources.has(`lib/${domain}/events.ts`))
        .map((domain) => `lib/${domain}/events.ts`);
    },
  },
  {
    name: 'every table of events is in the registry',
    because: 'lib/event/registry.ts knows every event, or nobody can say it',
    broken: (sources) => {
      const registry = sources.get('lib/event/registry.ts') ?? '';
      return [...sources]
        .filter(([file, source]) => /^lib\/[\w-]+\/events\.ts$/.test(file) && /\bdefineEvents\(/.test(source))
        .filter(([file]) => !registry.includes(`'@/${file.replace(/\.ts$/, '')}'`))
        .map(([file]) => file);
    },
  },
];
