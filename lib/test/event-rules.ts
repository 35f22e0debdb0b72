import type { Sources } from './sources';

type Rule = { name: string; because: string; broken: (sources: Sources) => string[] };

/**
 * Attachments and files of the chat are files, many tasks are single ones and what is undone is a change of a task, which tell of themselves;
 * who is there, or writes, is over in a moment.
 */
const WITHOUT_EVENTS = ['attachment', 'chat-file', 'task-array', 'task-undo', 'presence'];

/** What follows from an event is derived from its entry, by one engine. */
export const EVENT_RULES: Rule[] = [
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
