import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';

/** The names of the columns that `TaskRow` draws. */
export function TaskHead({ changes, projects, grouped }: { changes: boolean; projects: boolean; grouped: boolean }) {
  return (
    <thead className="task-head">
      <tr>
        {changes && <Head hidden>Done</Head>}
        <Head fold="key">Key</Head>
        <Head>Title</Head>
        {projects && <Head fold="project">Project</Head>}
        {(changes || !grouped) && (
          <Head fold="status" hidden={grouped}>
            Status
          </Head>
        )}
        <Head fold="people">Assignees</Head>
        <Head fold="due">Due</Head>
        <Head fold="priority">Priority</Head>
      </tr>
    </thead>
  );
}

function Head({ fold, hidden = false, children }: { fold?: string; hidden?: boolean; children: string }) {
  return (
    <th scope="col" className={cn(hidden ? 'p-0' : 'px-2 py-1.5 font-medium', fold)}>
      {hidden ? <VisuallyHidden>{children}</VisuallyHidden> : children}
    </th>
  );
}
