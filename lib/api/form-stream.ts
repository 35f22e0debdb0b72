import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import busboy from '@fastify/busboy';
import { givenTwice } from '@/lib/api/request';
import { DomainError, invalidField } from '@/lib/errors';

export type StreamedFile = { name: string; bytes: AsyncIterable<Uint8Array> };

const LIMITS = { files: 10, fields: 20, parts: 30, fieldSize: 64 * 1024, headerPairs: 20, headerSize: 16 * 1024 };
/** Who sends on after a refusal is read on for so long, and so much: it reads the answer when it has sent all. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 64 * 1024 * 1024;

const malformed = () => new DomainError('malformed', 'The body is not valid multipart/form-data.');

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
  if (!reader) throw malformed();
  const stop = new AbortController();
  let sent = 0;
  try {
    const fields: Record<string, unknown> = Object.create(null);
    const { form, done } = formOf(type, fields, onFile, stop.signal);
    const pump = async () => {
      for (let next = await reader.read(); !next.done && !stop.signal.aborted; next = await reader.read()) {
        sent += next.value.byteLength;
        if (!form.write(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)))
          await new Promise((resolve) => form.once('drain', resolve));
      }
      form.end();
    };
    const failed = new Promise<never>((_, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
    });
    failed.catch(() => {});
    pump().catch((error) => stop.abort(error));
    await Promise.race([done, failed]);
    // More than the end of an empty form: a part without a name, which nobody saw.
    const boundary = /boundary="?([^";]+)/i.exec(type)?.[1] ?? '';
    if (!Object.keys(fields).length && sent > boundary.length + '----\r\n'.length) throw malformed();
    delete fields.file;
    return fields;
  } catch (error) {
    stop.abort(error);
    void linger(reader, sent);
    throw error;
  }
}

function formOf(
  type: string,
  fields: Record<string, unknown>,
  onFile: (fields: Record<string, unknown>, file: StreamedFile) => Promise<void>,
  signal: AbortSignal,
) {
  let form: ReturnType<typeof busboy>;
  try {
    form = busboy({
      headers: { 'content-type': type },
      limits: LIMITS,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch {
    throw malformed();
  }
  const done = new Promise<void>((resolve, reject) => {
    let receiving: Promise<void> | undefined;
    const refuse = (error: unknown) => {
      form.destroy();
      reject(error);
    };
    const once = (name: string) => {
      if (Object.hasOwn(fields, name)) refuse(givenTwice(name));
    };
    form.on('field', (name, value, _short, cut) => {
      once(name);
      if (cut) refuse(invalidField(name, 'This is too long.'));
      if (value !== '') fields[name] = value;
    });
    form.on('file', (field, bytes, name) => {
      once(field);
      bytes.on('error', () => {});
      signal.addEventListener('abort', () => bytes.destroy(new Error('The upload was cut off')));
      if (field !== 'file') return refuse(invalidField(field, 'This field takes no file.'));
      receiving = onFile({ ...fields }, { name, bytes });
      receiving.catch(refuse);
      fields.file = true;
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      form.on(limit, () => refuse(new DomainError('invalid', 'The form has too many parts.')));
    form.on('error', () => refuse(malformed()));
    form.on('finish', () => (receiving ?? Promise.resolve()).then(resolve, reject));
  });
  done.catch(() => {});
  return { form, done };
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
