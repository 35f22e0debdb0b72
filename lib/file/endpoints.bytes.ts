import 'server-only';
import { z } from 'zod';
import { create, defineEndpoints, file } from '@/lib/contract/endpoint';
import { serveArchive, serveFile, serveThumbnail } from '@/lib/file/bytes/serve';
import { acceptUpload, uploadFile } from '@/lib/file/commands.bytes';
import { FileRecord } from '@/lib/file/schema';
import { FileContentReference, FileThumbnailReference, UploadFile, ZipFiles } from '@/lib/file/schema.bytes';

const bytes = z.string().describe('The bytes');

export const fileBytesEndpoints = defineEndpoints({
  'POST upload': create(
    UploadFile,
    FileRecord,
    'file.add',
    uploadFile,
    'Adds a file, or a new version of one. Its type is what its content says; its name is made safe.',
    { multipart: true, accepts: acceptUpload },
  ),
  'GET fileContent/{id}': file(
    FileContentReference,
    bytes,
    'file.view',
    serveFile,
    'The bytes of a file, or a Range of them. What could run is only ever a download.',
    { shown: true },
  ),
  'GET fileThumbnail/{id}': file(
    FileThumbnailReference,
    bytes,
    'file.view',
    { steps: serveThumbnail },
    'A picture as a small WebP without metadata; 404 where there is none.',
    { shown: true },
  ),
  'POST zip': file(
    ZipFiles,
    bytes,
    'file.view',
    { steps: serveArchive },
    'Files and folders, with all in them that the caller may see, as one archive.',
    { expensive: true },
  ),
  'GET zip': file(
    ZipFiles,
    bytes,
    'file.view',
    { steps: serveArchive },
    'The same for links: ids separated by commas.',
    { expensive: true },
  ),
});
