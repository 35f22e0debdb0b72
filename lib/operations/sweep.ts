import 'server-only';
import { forgetCounts } from '@/lib/attempts/rate-limit';
import { takeShare } from '@/lib/attempts/shares';
import { forgetRemoved } from '@/lib/category/queries';
import { forgetDeletedFields } from '@/lib/custom-field/queries';
import { sweepBytes, sweepUnknown } from '@/lib/file/bytes/sweep';
import { emptyFileBin } from '@/lib/file/queries.content';
import { forgetDeletedFileComments } from '@/lib/file-comment/queries';
import { forgetDeletedLabels } from '@/lib/label/queries';
import { log } from '@/lib/log';
import { forgetDeletedMilestones } from '@/lib/milestone/queries';
import { forgetArchives } from '@/lib/organisation-archive/queries.export';
import { forgetDelivered } from '@/lib/outbox';
import { forgetDeletedUpdates } from '@/lib/project-update/queries';
import { forgetJobs } from '@/lib/queue/jobs';
import { forgetRuleRuns } from '@/lib/rule/queries.run';
import { forgetCodes } from '@/lib/session/codes';
import { endExpired } from '@/lib/session/sessions';
import type { Db } from '@/lib/sql';
import { forgetAnswers } from '@/lib/transport/once';
import { withWorker } from '@/lib/worker';

/** Also ends the live connections of their members. */
export const endExpiredSessions = () => withWorker((db) => endExpired(db, { unused: false }));

/** The steps of unlimited size end with `goesOn()`. */
export async function sweep(goesOn = () => true): Promise<void> {
  const steps: ((db: Db) => Promise<unknown>)[] = [
    forgetDelivered,
    forgetJobs,
    forgetArchives,
    (db) => endExpired(db, { unused: true }),
    forgetAnswers,
    forgetCounts,
    (db) => db.$executeRaw`select sweep_unconfirmed()`,
    forgetRemoved,
    forgetDeletedLabels,
    forgetDeletedFields,
    forgetDeletedMilestones,
    forgetDeletedUpdates,
    forgetDeletedFileComments,
    forgetRuleRuns,
    forgetCodes,
  ];
  // Separately, so that a slow step does not stop the others.
  for (const step of steps) await withWorker(step).catch((error) => log('warn', 'sweep', { error }));
  for (const { rows, step } of STEPS)
    await inSteps((db) => step(db, rows), goesOn).catch((error) => log('warn', 'sweep', { error }));
  await sweepBytes(goesOn).catch((error) => log('warn', 'sweep', { error }));
  await lookAtStored(goesOn).catch((error) => log('warn', 'sweep', { error }));
}

const LOOK_SECONDS = 3_600;

/** Each hour, by one of all processes: functions of a serverless host may be new ones each time. */
async function lookAtStored(goesOn: () => boolean): Promise<void> {
  const { granted } = await takeShare('look at stored bytes', 1, 1, LOOK_SECONDS);
  if (granted) await sweepUnknown(goesOn);
}

const MOST_STEPS = 1_000;

type Step = (db: Db, rows: number) => Promise<{ gone: number }[]>;
/** Of unlimited size: deleted organisations, the bins, inboxes. A task takes its comments and history along. */
const STEPS: { rows: number; step: Step }[] = [
  { rows: 2_000, step: (db, rows) => db.$queryRaw`select purge_organisations(${rows}::int) as gone` },
  { rows: 500, step: (db, rows) => db.$queryRaw`select empty_bin(${rows}::int) as gone` },
  { rows: 500, step: emptyFileBin },
  { rows: 5_000, step: (db, rows) => db.$queryRaw`select shorten_inboxes(${rows}::int) as gone` },
];

/** Until nothing is left: each step is a short transaction, so a crash loses little. */
async function inSteps(step: (db: Db) => Promise<{ gone: number }[]>, goesOn: () => boolean): Promise<void> {
  for (let steps = 0; steps < MOST_STEPS && goesOn(); steps++) {
    const [row] = await withWorker(step);
    if (!row?.gone) return;
  }
}
