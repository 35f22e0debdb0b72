/** The board of a project by something else than status, or in swimlanes. Runs anywhere. */
import { z } from 'zod';
import { groupRef } from '@/lib/custom-field/schema';
import { ListProjectTasks, TaskCard } from '@/lib/task/schema';
import { BOARD_GROUPS, SWIMLANES } from '@/lib/task/vocabulary.filter';
import { record } from '@/lib/validation';

/** The filters of `taskListByProject`. With `column` (and `lane`) only that one; `cursor` pages it. */
export const ReadBoard = ListProjectTasks.omit({ group: true, sort: true, page: true })
  .extend({
    group: z.union([z.enum(BOARD_GROUPS), groupRef]).default('status'),
    lanes: z.union([z.enum(SWIMLANES), groupRef]).optional(),
    column: z.string().max(60).optional(),
    lane: z.string().max(60).optional(),
  })
  .refine(({ cursor, column }) => cursor === undefined || column !== undefined, {
    path: ['column'],
    message: 'A cursor belongs to one column: name it.',
  });
export type ReadBoard = z.output<typeof ReadBoard>;

const places = z
  .array(
    z.object({
      _id: z.string().describe('A code, `none`, `hidden`, or the id of what it is called by'),
      name: z.string(),
      pic: z.string().nullish().describe('Of a person'),
      colour: z.string().optional().describe('Of a label or a choice'),
    }),
  )
  .describe('In order');

export const GroupedBoard = record('GroupedBoard', {
  columns: places,
  lanes: places.describe('Those with tasks; empty where they were not asked for'),
  more_lanes: z.int().describe('So many more lanes are not listed'),
  counts: z
    .array(z.object({ columns: z.array(z.string()), lanes: z.array(z.string()), total: z.int() }))
    .describe('Tasks by all the columns and all the lanes that they stand in'),
  cells: z
    .array(
      z.object({
        column: z.string(),
        lane: z.string().nullable(),
        hidden: z.int().describe('Of its total: completed too long ago to be listed (completed=recent)'),
        ids: z.array(z.string()),
        next_cursor: z.string().nullable().describe('Pass with `column` and `lane` to get its next cards'),
      }),
    )
    .describe('A column of a lane, or a column'),
  docs: z
    .array(
      record('BoardCard', {
        ...TaskCard.shape,
        assignee_ids: z.array(z.string()).optional().describe('Of a card that names only some, in a board by assignee'),
      }),
    )
    .describe('Each once, whatever cells it stands in'),
});
export type GroupedBoard = z.infer<typeof GroupedBoard>;
export type BoardCard = GroupedBoard['docs'][number];
