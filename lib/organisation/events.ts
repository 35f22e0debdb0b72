/** Events of an organisation and its settings. */
import { z } from 'zod';
import { defineEvents, eventAbout } from '@/lib/contract/event';

/** `target`: the organisation's name, its key, or a domain. */
type Named = { target: string };
const aboutSetting = eventAbout<Named>();
const target = ({ target }: Named) => target;
const fields = z.record(z.string(), z.unknown());
const states = z.object({ before: fields, after: fields });
type States = z.infer<typeof states>;
const kept = {
  before: ({ before }: States) => before,
  after: ({ after }: States) => after,
  read: (line: States) => line,
};

export const organisationEvents = defineEvents({
  'organisation.created': aboutSetting({
    data: z.object({}),
    formerly: ['organisation.founded'],
    words: () => 'created the organisation',
    audit: { group: 'organisation', label: 'Organisation created', target },
  }),
  'organisation.verified': aboutSetting({
    data: z.object({}),
    words: () => 'confirmed the organisation',
    audit: { group: 'organisation', label: 'Organisation confirmed', target },
  }),
  'organisation.changed': aboutSetting({
    data: states,
    formerly: ['organisation.change'],
    words: () => 'changed the settings',
    audit: { group: 'organisation', label: 'Settings changed', target, ...kept },
  }),
  'organisation.logo_changed': aboutSetting({
    data: z.object({ bytes: z.number().optional(), removed: z.boolean().optional() }),
    formerly: ['organisation.logo'],
    words: ({ removed }) => (removed ? 'removed the logo' : 'changed the logo'),
    audit: { group: 'organisation', label: 'Logo changed', target },
  }),
  'organisation.key_changed': aboutSetting({
    data: z.object({ from: z.string(), to: z.string() }),
    formerly: ['organisation.key'],
    words: ({ from, to }) => `changed the key from ${from} to ${to}`,
    audit: {
      group: 'organisation',
      label: 'Key changed',
      target,
      before: ({ from }) => ({ key: from }),
      after: ({ to }) => ({ key: to }),
      read: ({ before, after }) => ({ from: before.key, to: after.key }),
    },
  }),
  'organisation.join_rule_changed': aboutSetting({
    data: states,
    formerly: ['organisation.join_rule'],
    words: () => 'changed who may join',
    audit: { group: 'organisation', label: 'Join rule changed', target, ...kept },
  }),
  'organisation.domain_asked': aboutSetting({
    data: z.object({ email: z.string() }),
    words: (_, { it }) => `asked to verify ${it}`,
    audit: { group: 'organisation', label: 'Domain verification requested', target },
  }),
  'organisation.domain_added': aboutSetting({
    data: z.object({}),
    words: (_, { it }) => `verified the domain ${it}`,
    audit: { group: 'organisation', label: 'Domain verified', target },
  }),
  'organisation.domain_removed': aboutSetting({
    data: z.object({}),
    words: (_, { it }) => `removed the domain ${it}`,
    audit: { group: 'organisation', label: 'Domain removed', target },
  }),
  'organisation.security_changed': aboutSetting({
    data: states,
    formerly: ['organisation.security'],
    words: () => 'changed the security rules',
    audit: { group: 'organisation', label: 'Security rules changed', target, ...kept },
  }),
  'organisation.deleted': eventAbout<Named & { people: readonly string[] }>()({
    data: z.object({ restorable_until: z.string() }),
    formerly: ['organisation.delete'],
    words: () => 'deleted the organisation',
    audit: { group: 'organisation', label: 'Organisation deleted', target },
    revoke: ({ people }) => people,
  }),
  'organisation.restored': aboutSetting({
    data: z.object({}),
    formerly: ['organisation.restore'],
    words: () => 'restored the organisation',
    audit: { group: 'organisation', label: 'Organisation restored', target },
  }),
});
