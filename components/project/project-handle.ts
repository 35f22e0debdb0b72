import type { ProjectCard } from '@/lib/project/schema';

/** As much of a project as its menu and dialogs need before they ask for more. */
export type ProjectHandle = Pick<ProjectCard, '_id' | 'key' | 'name' | 'status' | 'version' | 'rights'>;
