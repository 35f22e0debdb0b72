import type { BadgeTone } from '@/components/ui/badge';
import type { ProjectCard } from '@/lib/project/schema';
import { type Health, PROJECT_STATUS_LABEL } from '@/lib/project/vocabulary';

const WORD: Record<Health, { word: string; tone: BadgeTone }> = {
  on_track: { word: 'On track', tone: 'ok' },
  at_risk: { word: 'At risk', tone: 'warn' },
  late: { word: 'Late', tone: 'danger' },
};

/** How an active project stands; of any other, its status. */
export const healthOf = ({
  health,
  status,
}: Pick<ProjectCard, 'health' | 'status'>): { word: string; tone: BadgeTone } =>
  health ? WORD[health] : { word: PROJECT_STATUS_LABEL[status], tone: 'neutral' };

/** How much of what the reader sees is done; clients see a part of it. */
export const completedWords = ({ completed, total }: ProjectCard['counts'], isClient: boolean): string =>
  `${completed} of ${total} ${isClient ? 'shared with you ' : ''}completed`;

export const barCounts = ({ pending, in_process, testing, completed, backlogs }: ProjectCard['counts']) => ({
  1: pending,
  2: in_process,
  3: testing,
  4: completed,
  5: backlogs,
});
