import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { formParts, malformedForm, partText } from '@/lib/api/form-parts';
import { givenTwice } from '@/lib/api/request';
import { DomainError, invalidField } from '@/lib/errors';

export type StreamedFile = { name: string; bytes: AsyncIterable<Uint8Array> };

const MOST_FIELDS = 20;
/** In bytes. */
const MOST_IN_FIELD = 64 * 1024;
/** Who sends on after a refusal is read on for so long, and so much: it reads the answer when it has sent all. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 64 * 1024 * 1024;

/**
 * Reads a form of any size: `onFile` gets its `file` as it arrives, with the fields before it, and is waited for.
 * @returns all fields but the file. Throws `type`, `malformed`, `invalid`, and what `onFile` throws
 */
export async function readFormStream(
  request: Request,
  onFile: (fields: Record<string, unknown>, file: StreamedFile) => Promise<void>,
): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new DomainError('type', 'Send multipart/form-data.');
  const reader = request.body?.getReader();
  if (!reader) throw malformedForm();
  let sent = 0;
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    const { value } = await reader.read();
    sent += value?.byteLength ?? 0;
    return value ? { value } : { done: true, value: undefined };
  };
  try {
    const fields: Record<string, unknown> = Object.create(null);
    let count = 0;
    for await (const part of formParts(type, { next })) {
      const { name, fileName } = part;
      if (Object.hasOwn(fields, name)) throw givenTwice(name);
      count += 1;
      if (count > MOST_FIELDS) throw new DomainError('invalid', 'The form has too many parts.');
      if (fileName === undefined) {
        const value = await partText(part, MOST_IN_FIELD);
        if (value === null) throw invalidField(name, 'This is too long.');
        if (value !== '') fields[name] = value;
      } else {
        if (name !== 'file') throw invalidField(name, 'This field takes no file.');
        await onFile({ ...fields }, { name: fileName, bytes: part.bytes });
        fields.file = true;
      }
    }
    while (!(await next()).done);
    delete fields.file;
    return fields;
  } catch (error) {
    void linger(reader, sent);
    throw error;
  }
}

/** Ending the body ends the connection, and with it the answer that is on its way. */
async function linger(reader: ReadableStreamDefaultReader<Uint8Array>, sent: number): Promise<void> {
  const late = sleep(LINGER_MS).then(() => null);
  const most = sent + LINGER_BYTES;
  try {
    for (let next = await Promise.race([reader.read(), late]); next && !next.done; ) {
      sent += next.value.byteLength;
      next = sent > most ? await late : await Promise.race([reader.read(), late]);
    }
    await reader.cancel();
  } catch {
    // Whoever sent it has gone.
  }
}
