import { type ComponentType, useEffect, useState } from 'react';
import type { FileItem } from '@/components/file/item';
import type { PlaceProject } from '@/components/file/manager-props';
import type { Place } from '@/components/file/place';
import type { Folder } from '@/components/file/use-folder';
import type { Clashes } from '@/components/file/use-upload';
import { loadAhead } from '@/components/overlay/load-ahead';
import type { ItemActions } from './use-item-actions';

export type DialogsProps = {
  place: Place;
  projects: readonly PlaceProject[];
  actions: ItemActions;
  folder: Folder;
  files: readonly FileItem[];
  opened: FileItem | null;
  onOpen: (file: FileItem | null) => void;
  clashes: Clashes | null;
};

const load = () => import('./file-dialogs-loaded').then((module) => module.LoadedDialogs);

/** Everything that lies over the page comes when it is wanted, or ahead in an idle moment. */
export function FileDialogs(props: DialogsProps) {
  const [Part, setPart] = useState<ComponentType<DialogsProps>>();
  const wanted = Boolean(props.actions.question || props.opened || props.clashes);
  useEffect(() => loadAhead(load), []);
  useEffect(() => {
    if (wanted)
      load().then(
        (part) => setPart(() => part),
        () => undefined,
      );
  }, [wanted]);
  return Part && wanted ? <Part {...props} /> : null;
}
