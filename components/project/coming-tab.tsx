import { CalendarDays, Files, GanttChart } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';

const COMING: Record<'timeline' | 'files' | 'meetings', { icon: ReactNode; title: string; text: string }> = {
  timeline: {
    icon: <GanttChart />,
    title: 'The timeline comes with a later change',
    text: 'Here you will see the tasks of this project as bars over days and weeks. Until then, their dates stand in the task list and on the board.',
  },
  files: {
    icon: <Files />,
    title: 'Files come with a later change',
    text: 'Here you will find the folders of this project, with versions and what is shared with clients. Until then, put links to documents into descriptions and comments.',
  },
  meetings: {
    icon: <CalendarDays />,
    title: 'Meetings come with a later change',
    text: 'Here you will see when this project meets and what was agreed. Until then, keep dates as due dates of tasks.',
  },
};

/** A tab whose feature is not there yet: what it will be, and what to do now. */
export function ComingTab({ tab, tasksHref }: { tab: keyof typeof COMING; tasksHref: string }) {
  const { icon, title, text } = COMING[tab];
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        <ButtonLink href={tasksHref} variant="primary">
          See the tasks
        </ButtonLink>
      }
    >
      {text}
    </EmptyState>
  );
}
