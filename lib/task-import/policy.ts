/** Runs anywhere. */
import { type Actor, may, mayEver } from '@/lib/permission/policy';

export const mayImport = (actor: Pick<Actor, 'role'>): boolean => mayEver(actor, 'task.import');

/** Leaders into projects they are in: what others wrote there becomes the importer's, marked with their names. */
export const canImportInto = (actor: Actor, projectId: string): boolean => may(actor, 'task.import', { projectId });
