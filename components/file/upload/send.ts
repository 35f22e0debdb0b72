import { actingHeaders, actsAsChat } from '@/components/query/acting';
import { announceExpiry } from '@/components/query/session-channel';
import type { FileRecord } from '@/lib/file/schema';
import { cutWords } from './cut-words';
import { forgetLarge, placeToSend, RESUMABLE_FROM } from './kept-uploads';
import type { Send, Upload } from './queue';
import { isAtService } from './road';

// The service takes no empty files.
const goesToService = ({ size }: Pick<Upload, 'size'>) => isAtService() && size > 0;

export const sendFile: Send = async (upload, sending) =>
  goesToService(upload)
    ? (await import('./send-to-service')).sendToService(upload, sending)
    : upload.size > RESUMABLE_FROM
      ? (await import('./send-resumable')).sendResumable(upload, sending)
      : sendPlain(upload, sending);

/** Takes back what the server keeps of an upload that is not wanted any more. */
export async function forget(upload: Upload): Promise<void> {
  if (goesToService(upload)) (await import('./send-to-service')).endAtService(upload);
  else if (upload.size > RESUMABLE_FROM) await (await import('./send-resumable')).endResumable(upload);
  forgetLarge(upload);
}

type Answer = { data?: FileRecord; message?: string };

/** One request, with progress, which `fetch` does not tell. */
const sendPlain: Send = ({ file, place }, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    // Before the file: the server decides about the place before it reads a byte.
    for (const [name, value] of Object.entries(placeToSend(place))) form.append(name, value);
    form.append('file', file, file.name);
    request.open('POST', actsAsChat() ? '/api/chatUpload' : '/api/upload');
    for (const [name, value] of Object.entries({ Accept: 'application/json', ...actingHeaders() }))
      request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? (loaded / total) * file.size : loaded);
    request.onload = () => {
      const answer = (request.response ?? {}) as Answer;
      if (request.status < 300 && answer.data) return resolve(answer.data);
      if (request.status === 401) announceExpiry();
      reject(new Error(answer.message ?? refusal(request.status)));
    };
    request.onerror = () => reject(new Error(cutWords()));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(form);
  });

const refusal = (status: number): string =>
  status === 413 ? 'The file is too large.' : 'The server did not take the file. Try again.';
