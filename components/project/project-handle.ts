import type { ProjectCard } from '@/lib/project/schema';

/** What a project's menu and dialogs need before they load more. */
export type ProjectHandle = Pick<ProjectCard, '_id' | 'key' | 'name' | 'status' | 'version' | 'rights'>;
