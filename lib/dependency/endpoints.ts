import 'server-only';
import { command, create, defineEndpoints } from '@/lib/contract/endpoint';
import { addDependency, removeDependency } from '@/lib/dependency/commands';
import { DependencyInput, DependencyRecord } from '@/lib/dependency/schema';

export const dependencyEndpoints = defineEndpoints({
  'POST dependency': create(
    DependencyInput,
    DependencyRecord,
    'task.view',
    addDependency,
    'Says that a task blocks another one. 409 if they would wait for each other',
    { decides: 'task.edit' },
  ),
  'DELETE dependency': command(
    DependencyInput,
    DependencyRecord,
    'task.view',
    removeDependency,
    'Says that a task no longer blocks another one',
    { decides: 'task.edit' },
  ),
});
