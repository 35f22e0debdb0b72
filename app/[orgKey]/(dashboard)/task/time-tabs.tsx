import { Segmented } from '@/components/ui/form/segmented';

/** The two ways to look at time. */
export function TimeTabs({
  current,
  hrefTo,
  project,
}: {
  current: 'sheet' | 'time';
  hrefTo: (path: string) => string;
  project?: string;
}) {
  const of = project ? `&project=${project}` : '';
  return (
    <Segmented
      label="Time"
      segments={[
        { href: hrefTo(`task?view=sheet${of}`), label: 'Week', current: current === 'sheet' },
        { href: hrefTo(`task?view=time${of}`), label: 'Report', current: current === 'time' },
      ]}
    />
  );
}
