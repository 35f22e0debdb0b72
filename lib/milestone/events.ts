/** Events of milestones; that a task got one is the task's. */
import { z } from 'zod';
import { defineEvents, eventAbout, type Line } from '@/lib/contract/event';
import { type LiveEvent, liveOfTouched, type TouchedTask } from '@/lib/realtime/events';
import { changeInWords } from '@/lib/task/events';
import { AUDIENCES } from '@/lib/task/vocabulary';

type MilestoneSubject = {
  id: string;
  projectId: string;
  audience: string;
  /** If it changed. */
  audienceBefore?: string;
  /** Tasks that show it. */
  touched?: readonly TouchedTask[];
  /** Who follows the project and may see the milestone. */
  followers?: readonly string[];
};

const about = eventAbout<MilestoneSubject>();

const toTeam = ({ projectId }: MilestoneSubject): Line => ({ projectId, audience: 'internal' });
const toReaders = ({ projectId, audience }: MilestoneSubject): Line => ({
  projectId,
  audience: audience === 'client' ? 'client' : 'internal',
});
const live = ({ id, projectId, audience, audienceBefore, touched = [] }: MilestoneSubject): LiveEvent[] => [
  { type: 'milestone.changed', aboutId: id, projectId, client: [audience, audienceBefore].includes('client') },
  ...liveOfTouched(touched),
];
const named = z.object({ milestone_id: z.string(), name: z.string() });
const moved = named.extend({ from: z.string().nullable(), to: z.string().nullable() });
const audience = z.enum(AUDIENCES);
const followers = ({ followers = [] }: MilestoneSubject) => followers;
const inProject = ({ projectId }: MilestoneSubject) => ({ projectId });

export const milestoneEvents = defineEvents({
  'milestone.created': about({
    data: named,
    words: ({ name }, { at }) => `added the milestone ${name}${at('to')}`,
    activity: toReaders,
    live,
  }),
  'milestone.renamed': about({
    data: named.extend({ from: z.string() }),
    words: ({ from, name }, { at }) => `renamed the milestone ${from}${at('of')} to ${name}`,
    activity: toReaders,
    live,
  }),
  'milestone.moved': about({
    data: moved,
    words: ({ name, from, to }, { formats, at }) =>
      changeInWords(`the due date of the milestone ${name}${at('of')}`, [
        from && formats.day(from),
        to && formats.day(to),
      ]),
    activity: toReaders,
    notify: {
      topic: 'project',
      to: followers,
      about: inProject,
      while: 'milestone is there',
    },
    live,
  }),
  'milestone.audience': about({
    data: named.extend({ from: audience, to: audience }),
    words: ({ name, to }, { at }) =>
      to === 'client'
        ? `made the milestone ${name}${at('of')} visible to clients`
        : `hid the milestone ${name}${at('of')} from clients`,
    activity: toTeam,
    live,
  }),
  'milestone.reached': about({
    data: named,
    words: ({ name }, { at }) => `marked the milestone ${name}${at('of')} as reached`,
    activity: toReaders,
    notify: {
      topic: 'project',
      to: followers,
      about: inProject,
      while: 'milestone is there',
    },
    live,
  }),
  'milestone.reopened': about({
    data: named,
    words: ({ name }, { at }) => `marked the milestone ${name}${at('of')} as not reached yet`,
    activity: toReaders,
    live,
  }),
  /** Another place in their order: no history line, but open pages follow. */
  'milestone.reordered': about({
    data: z.object({}),
    words: (_, { at }) => `changed the order of milestones${at('of')}`,
    live,
  }),
  'milestone.deleted': about({
    data: named,
    words: ({ name }, { at }) => `deleted the milestone ${name}${at('of')}`,
    activity: toReaders,
    live,
  }),
  'milestone.restored': about({
    data: named,
    words: ({ name }, { at }) => `restored the milestone ${name}${at('of')}`,
    activity: toReaders,
    live,
  }),
});
