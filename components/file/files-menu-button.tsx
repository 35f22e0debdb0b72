import { useOnDemand } from '@/components/overlay/on-demand';
import { DotsButton } from '@/components/ui/dots-button';
import { WithoutScripts } from '@/components/view/tools-button';

export type FilesMenuProps = {
  binHref?: string;
  /** Absent where nothing may be added. */
  onFolder?: () => void;
  onWhole?: () => void;
  onPhoto?: () => void;
  /** Why nothing can be added just now. */
  reason?: string;
};

const load = () => import('./files-menu').then((module) => module.FilesMenu);

/** What is done rarely with a place of files. */
export function FilesMenuButton(props: FilesMenuProps) {
  const { Part, open, setOpen, opener } = useOnDemand(load);
  if (!props.binHref && !props.onFolder) return null;
  const button = <DotsButton size="default" aria-label="More actions" {...opener} />;
  return (
    <>
      {Part ? <Part {...props} trigger={button} open={open} onOpenChange={setOpen} /> : button}
      {props.binHref && <WithoutScripts links={[{ does: 'bin', label: 'Bin', href: props.binHref }]} />}
    </>
  );
}
