'use client';

import { AccessDialog } from '@/components/access/access-dialog';
import { fileItem } from '@/components/file/item';
import { FilePreview } from '@/components/file/preview/file-preview';
import { VersionsDialog } from '@/components/file/preview/versions-dialog';
import { ClashDialog } from './clash-dialog';
import type { DialogsProps } from './file-dialogs';
import { MoveDialog } from './move-dialog';
import { NewFolderDialog } from './new-folder-dialog';
import { ShareDialog } from './share-dialog';

/** Loaded by `FileDialogs`. */
export function LoadedDialogs({ place, projects, actions, folder, files, opened, onOpen, clashes }: DialogsProps) {
  const { question } = actions;
  const close = () => actions.ask(null);
  return (
    <>
      {opened && (
        <FilePreview
          file={opened}
          files={files}
          onOpen={(file) => onOpen(file && fileItem(file))}
          onDownload={() => actions.download([opened])}
          onVersions={() => actions.ask({ ask: 'versions', item: opened })}
        />
      )}
      {clashes && <ClashDialog clashes={clashes} />}
      {question?.ask === 'folder' && <NewFolderDialog place={place} onMade={folder.take} onClose={close} />}
      {(question?.ask === 'move' || question?.ask === 'copy') && (
        <MoveDialog
          items={question.items}
          copies={question.ask === 'copy'}
          place={place}
          projects={projects}
          onChoose={(to, where) => {
            close();
            void (question.ask === 'copy' ? actions.copy : actions.move)(question.items, to, where);
          }}
          onClose={close}
        />
      )}
      {question?.ask === 'share' && <ShareDialog items={question.items} onShare={actions.share} onClose={close} />}
      {question?.ask === 'access' && <AccessDialog what="file" of={{ file_id: question.item._id }} onClose={close} />}
      {question?.ask === 'versions' && question.item.kind === 'file' && (
        <VersionsDialog
          file={question.item}
          where={place.folder?.name ?? place.project?.name ?? 'Files'}
          onChanged={(file) => folder.take(fileItem(file))}
          onClose={close}
        />
      )}
    </>
  );
}
