/** Runs anywhere. */
import { z } from 'zod';
import { storedFile } from '@/lib/file/schema.bytes';
import { id, taskReference } from '@/lib/validation';

/** A new file, or one of the same project that is there already. */
const Given = z.strictObject({
  file: storedFile.optional(),
  file_id: id.optional().describe('Instead of a file: one that is there already'),
});
export type Given = z.output<typeof Given>;

const isOne = ({ file, file_id }: Given) => (file === undefined) !== (file_id === undefined);
const chooseOne = { path: ['file'], message: 'Choose a file.' };

export const AddTaskAttachment = Given.extend({ id: taskReference }).refine(isOne, chooseOne);
export type AddTaskAttachment = z.output<typeof AddTaskAttachment>;

export const AddProjectAttachment = Given.extend({ id }).refine(isOne, chooseOne);
export type AddProjectAttachment = z.output<typeof AddProjectAttachment>;
