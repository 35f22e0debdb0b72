import 'server-only';
import { create, defineEndpoints } from '@/lib/contract/endpoint';
import { duplicateProject } from '@/lib/project-copy/commands';
import { DuplicatedProject, DuplicateProject } from '@/lib/project-copy/schema';

export const projectCopyEndpoints = defineEndpoints({
  'POST duplicateProject/{id}': create(
    DuplicateProject,
    DuplicatedProject,
    'project.create',
    duplicateProject,
    'Makes a project like this one, in which all tasks are pending. Of a large one tasks and files follow by a job.',
    { expensive: true },
  ),
});
