/** The checklist of a task. Runs anywhere. */
import { z } from 'zod';
import { ChecklistItem } from '@/lib/task-parts/schema';
import { id, line, number, prose, record, taskReference } from '@/lib/validation';

const version = number.pipe(z.int().min(1));
const place = { after_id: id.nullish(), before_id: id.nullish() };
const title = line(200, 'The text');

const titles = prose(40_000, 'The text').transform((text, context): string[] =>
  (text || ' ').split('\n').flatMap((one) => {
    if (text && !one.trim()) return [];
    const read = title.safeParse(one);
    if (read.success) return read.data;
    for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message });
    return [];
  }),
);

/** Below `after_id`, above `before_id`, else at the end. Each line of `title` becomes one. */
export const AddChecklistItem = z.strictObject({
  task_id: taskReference,
  title: titles,
  done: z.boolean().default(false),
  ...place,
});
export type AddChecklistItem = z.output<typeof AddChecklistItem>;

export const EditChecklistItem = z.strictObject({
  id,
  version,
  title: title.optional(),
  done: z.boolean().optional(),
  ...place,
});
export type EditChecklistItem = z.output<typeof EditChecklistItem>;

export const ChecklistReference = z.strictObject({ id });
export type ChecklistReference = z.output<typeof ChecklistReference>;

export const ChecklistRecord = record('ChecklistRecord', {
  ...ChecklistItem.shape,
  task_id: z.string(),
  task_version: z.number(),
  items: z.array(ChecklistItem).describe('The whole checklist after the change, in order'),
});
export type ChecklistRecord = z.infer<typeof ChecklistRecord>;
