import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import type { BadgeTone } from '@/components/ui/badge';
import { bidi, isolated } from '@/lib/bidi';
import { listed } from '@/lib/contract/event';
import type { Formats } from '@/lib/formats';
import type { PersonBadge } from '@/lib/person/schema';
import type { Asked, SignOffRecord } from '@/lib/sign-off/schema';
import { CAUSE_WORDS, type Standing } from '@/lib/sign-off/vocabulary';

export const TONE: Record<Standing, BadgeTone> = {
  waiting: 'warn',
  approved: 'ok',
  returned: 'danger',
  fallen: 'neutral',
  withdrawn: 'neutral',
};

export const nameOf = (person: PersonBadge | null): string => isolated(person?.name ?? HIDDEN_PEOPLE);

const namesOf = (people: readonly Asked[], me: string) =>
  listed([...new Set(people.map(({ _id, person }) => (_id === me ? 'you' : nameOf(person))))]);

/** One sentence: who, since when, or why it no longer counts. */
export function standingInWords(signOff: SignOffRecord, formats: Formats, me: string): string {
  const { state, people, fallen, created_at, closed_at, version_number: version } = signOff;
  const of = version && version > 1 ? ` (version ${version})` : '';
  const on = (at: string | null) => (at ? ` on ${formats.moment(at, 'medium')}` : '');
  const decided = (decision: Asked['decision']) => people.filter((one) => one.decision === decision);
  switch (state) {
    case 'waiting': {
      const done = decided('approve').length;
      return `Waits for ${namesOf(decided(null), me)} since ${formats.moment(created_at, 'medium')}${of}${done ? `; ${done} of ${people.length} approved` : ''}.`;
    }
    case 'approved':
      return `Approved by ${namesOf(decided('approve'), me)}${on(closed_at)}${of}.`;
    case 'returned': {
      const [first] = decided('return');
      const reason = first?.reason || first?.marks[0]?.body || '';
      return bidi`Returned by ${namesOf(decided('return'), me)}${on(closed_at)}${of}: ${reason}`;
    }
    case 'withdrawn':
      return `Withdrawn${on(closed_at)}.`;
    default:
      return `${fallen?.was === 'approved' ? 'It was approved' : 'It waited for approval'}, and fell${on(fallen?.at ?? null)} because ${CAUSE_WORDS[fallen?.because ?? 'content']}. Ask anew.`;
  }
}
