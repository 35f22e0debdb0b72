/** Saved views of tasks. Runs anywhere. */
import { z } from 'zod';
import { fieldRef, groupRef, sortRef } from '@/lib/custom-field/schema';
import { MOST_FIELDS } from '@/lib/custom-field/vocabulary';
import { printFilter } from '@/lib/filter/format';
import { filterText } from '@/lib/task/schema';
import { COLUMN_NAMES, TASK_SORTS } from '@/lib/task/vocabulary';
import { columnsIn, SWIMLANES, TASK_GROUPS } from '@/lib/task/vocabulary.filter';
import { LANES, SPANS, ZOOM_NAMES } from '@/lib/task-plan/vocabulary';
import { id, line, number, paging, record } from '@/lib/validation';
import { MOST_VIEWS, VIEW_LAYOUTS, VIEW_NAME_LENGTH } from '@/lib/view/vocabulary';

const name = line(VIEW_NAME_LENGTH, 'The name');
const layout = z.enum(VIEW_LAYOUTS, 'A layout is list, board, calendar or timeline.');
/** Checked, and kept in one way of writing it. */
const filter = filterText.transform(printFilter);
const sort = z.union([z.enum(TASK_SORTS), sortRef]).nullable();
const group = z.union([z.enum(TASK_GROUPS), groupRef]).nullable();
const swimlane = z.union([z.enum(SWIMLANES), groupRef]).nullable();
const column = z.union([z.enum(COLUMN_NAMES), fieldRef]);
const span = z.enum(SPANS).nullable();
const zoom = z.enum(ZOOM_NAMES).nullable();
const lanes = z.enum(LANES).nullable();
/** In the order chosen; none: the first ones. */
const columns = z
  .array(column)
  .max(COLUMN_NAMES.length + MOST_FIELDS)
  .transform((names) => columnsIn(names.join()));

/** `is_default`: its place opens with it in this layout, for everybody whom it is shared with in a project, else for its maker. */
export const CreateView = z
  .strictObject({
    name,
    layout: layout.default('list'),
    project_id: id.nullable().default(null),
    filter: filter.default(''),
    sort: sort.default(null),
    group: group.default(null),
    swimlane: swimlane.default(null),
    span: span.default(null),
    zoom: zoom.default(null),
    lanes: lanes.default(null),
    columns: columns.default([]),
    shared: z.boolean().default(false),
    is_default: z.boolean().default(false),
  })
  .refine(({ layout, project_id }) => layout !== 'board' || project_id !== null, {
    path: ['project_id'],
    message: 'A board is one project’s.',
  });
export type CreateView = z.output<typeof CreateView>;

export const EditView = z.strictObject({
  id,
  version: number.pipe(z.int().min(1)),
  name: name.optional(),
  layout: layout.optional(),
  filter: filter.optional(),
  sort: sort.optional(),
  group: group.optional(),
  swimlane: swimlane.optional(),
  span: span.optional(),
  zoom: zoom.optional(),
  lanes: lanes.optional(),
  columns: columns.optional(),
  shared: z.boolean().optional(),
  is_default: z.boolean().optional(),
  position: number
    .pipe(z.int().min(0).max(MOST_VIEWS))
    .optional()
    .describe('Its place among the shared ones, or among one’s own, from the left'),
});
export type EditView = z.output<typeof EditView>;

export const ViewReference = z.strictObject({ id });
export type ViewReference = z.output<typeof ViewReference>;

/** `project_id`: those of the project; without it those of all projects. */
export const ListViews = z.strictObject({ project_id: id.optional(), ...paging });
export type ListViews = z.output<typeof ListViews>;

export const ViewRecord = record('ViewRecord', {
  _id: z.string(),
  name: z.string(),
  layout,
  project_id: z.string().nullable(),
  filter: z.string(),
  sort,
  group,
  swimlane: swimlane.describe('Of a board'),
  span: span.describe('Of a calendar; null: as it opens'),
  zoom: zoom.describe('Of a timeline; null: as it opens'),
  lanes: lanes.describe('Of a timeline; null: as it opens'),
  columns: z.array(column).describe('Of a list; none: the first ones'),
  shared: z.boolean(),
  is_default: z.boolean(),
  position: z.int(),
  own: z.boolean().describe('Made by the caller'),
  may_edit: z.boolean(),
  version: z.int(),
});
export type ViewRecord = z.infer<typeof ViewRecord>;
