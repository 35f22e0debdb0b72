import { download } from '@/components/file/change/download';
import { fileItem } from '@/components/file/item';
import { FilePreview } from '@/components/file/preview/file-preview';
import type { FileRecord } from '@/lib/file/schema';

type Props = { file: FileRecord; files: readonly FileRecord[]; onOpen: (file: FileRecord | null) => void };

/** Loaded by `usePreview`. */
export const AttachmentPreview = (props: Props) => (
  <FilePreview {...props} onDownload={() => download([fileItem(props.file)])} />
);
