import type { attachmentEndpoints } from '@/lib/attachment/endpoints';
import { freshFile } from '@/lib/file/endpoints.examples';
import { freshTask } from '@/lib/task/endpoints.examples';
import { type Examples, inProject, of, unique, WEB } from '@/lib/test/example';

const text = () => new File([unique('text')], `${unique('notes')}.txt`);

export const examples: Examples<typeof attachmentEndpoints> = {
  'POST addTaskAttachment/{id}': {
    seat: 'acme.user',
    make: async (owner) => ({ path: `addTaskAttachment/${await freshTask(owner)}`, body: { file: text() } }),
    about: inProject(),
  },
  'DELETE deleteTaskAttachment/{id}': of(onTask, inProject('user')),
  'POST addProjectAttachment/{id}': {
    seat: 'acme.user',
    make: async () => ({ path: `addProjectAttachment/${WEB}`, body: { file: text() } }),
    about: inProject(),
  },
  'DELETE deleteprojectAttachment/{id}': of(freshFile, inProject('user')),
};

async function onTask(owner: Parameters<typeof freshFile>[0]): Promise<string> {
  const id = await freshFile(owner);
  await owner.query('update file set task_id = $2 where id = $1', [id, await freshTask(owner)]);
  return id;
}
