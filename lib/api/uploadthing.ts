import 'server-only';
import { createRouteHandler, createUploadthing, UploadThingError, UTFiles } from 'uploadthing/server';
import type { z } from 'zod';
import { afterAnswer } from '@/lib/after-answer';
import { acceptance, chatUploadEndpoint, keeping, uploadEndpoint } from '@/lib/api/upload';
import type { StoredFile } from '@/lib/contract/endpoint';
import { withinRate } from '@/lib/contract/rate';
import { env } from '@/lib/env';
import { DomainError, failureBody, notFound, STATUS } from '@/lib/errors';
import { safeName } from '@/lib/file/bytes/names';
import { describeStored } from '@/lib/file/bytes/store';
import type { FileRecord } from '@/lib/file/schema';
import { UploadPlace } from '@/lib/file/schema.bytes';
import type { Caller } from '@/lib/org';
import { seal, unseal } from '@/lib/seal';
import { callerOf, refuseForeignOrigin } from '@/lib/session/caller';
import { reported } from '@/lib/session/transport';
import { storedId } from '@/lib/storage/uploadthing';
import { answerMember } from '@/lib/transport/answer';
import { newId } from '@/lib/validation';

/**
 * Uploads from browsers straight to UploadThing. `POST` by a member answers signed URLs; its callback, whose signature
 * the library verifies, makes the file. What the service keeps in between is sealed: whose upload it is, and where it goes.
 */

/** By file, in the order in which they were asked for. `sid`: with the rights of the moment when the upload ends. */
type Grant = {
  sid: string;
  org: string;
  chat?: true;
  place: z.output<typeof UploadPlace>;
  ids: Record<string, { id: string; name: string }>;
};

/** What the browser gets when an upload ends. */
type Outcome = { file: FileRecord } | { refused: { code: string; message: string } };

/** A session of the chat makes drafts for messages, and nothing else. */
const endpointFor = ({ chat }: Pick<Caller, 'chat'>) => (chat ? chatUploadEndpoint : uploadEndpoint);

const f = createUploadthing({ errorFormatter: ({ message, cause }) => ({ message, reason: String(cause ?? '') }) });

const routerFor = (most: number) => ({
  file: f(
    { blob: { maxFileSize: `${most}B` as '1GB', maxFileCount: 100, acl: 'private', contentDisposition: 'attachment' } },
    { awaitServerData: true },
  )
    .input(UploadPlace)
    .middleware(async ({ req, input, files }) => {
      try {
        const caller = await callerOf(req, true);
        if (caller.byCookie) refuseForeignOrigin(req);
        await withinRate('member', caller.claims.sub);
        const { most, beyond } = await acceptance(endpointFor(caller), caller, fieldsOf(input));
        const sum = files.reduce((size, file) => size + file.size, 0);
        if (sum > most && (beyond || files.some(({ size }) => size > most)))
          throw beyond ?? new DomainError('too_large', 'A file is larger than files may be here.');
        const named = files.map((file) => ({ ...file, id: newId() }));
        const { org } = caller.claims;
        const ids = Object.fromEntries(named.map(({ id, name }) => [storedId(org, id), { id, name }]));
        const grant: Grant = { sid: caller.sid, org, ...(caller.chat && { chat: true }), place: input, ids };
        return {
          grant: seal(grant),
          // As the file is called here, so that the service can hand it out by itself.
          [UTFiles]: named.map(({ id, ...file }) => ({
            ...file,
            name: safeName(file.name).name,
            customId: storedId(org, id),
          })),
        };
      } catch (error) {
        throw refusalOf(error);
      }
    })
    .onUploadComplete(({ metadata, file }) => finished(metadata.grant, file)),
});

const fieldsOf = (place: object) =>
  Object.fromEntries(
    Object.entries(place)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

/** The same callback again finds the file that it made; its id is the upload's. */
async function finished(sealed: string, { key, customId }: { key: string; customId: string | null }): Promise<Outcome> {
  let stored: StoredFile | undefined;
  try {
    const { sid, org, chat, place, ids } = unseal<Grant>(sealed);
    const known = ids[customId ?? ''];
    if (!known) throw notFound('The upload');
    stored = { ...(await describeStored(key, known.name)), id: known.id };
    const caller: Caller = { sid, org, ...(chat && { chat }) };
    const file = stored;
    const { body } = await keeping(file, () =>
      answerMember(endpointFor(caller), caller, { ...fieldsOf(place), file }, { orgKey: null, key: null }),
    );
    return { file: body.data as FileRecord };
  } catch (error) {
    const { code, message } = reported(error, 'uploadthing');
    return { refused: { code, message } };
  }
}

const CODES = {
  401: 'FORBIDDEN',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  507: 'TOO_LARGE',
  429: 'BAD_REQUEST',
} as const;
function refusalOf(error: unknown): UploadThingError {
  const { code, message } = reported(error, 'uploadthing');
  const known = CODES[STATUS[code] as keyof typeof CODES] ?? 'BAD_REQUEST';
  return new UploadThingError({ code: known, message, cause: code });
}

/** Absent unless the service is configured. */
export async function uploadthingRoute(request: Request): Promise<Response> {
  const token = env.uploadthingToken;
  if (!token)
    return Response.json(
      failureBody({ code: 'not_found', message: 'This endpoint does not exist.' }, crypto.randomUUID()),
      { status: 404 },
    );
  const handler = createRouteHandler({
    router: routerFor(env.fileMaxBytes),
    config: {
      token,
      callbackUrl: `${env.appUrl}/api/uploadthing`,
      isDev: env.mode === 'development',
      // Making the file of what was uploaded takes as long as reading it: the service does not wait for that.
      handleDaemonPromise: afterAnswer,
      // Its log would print signed URLs.
      logLevel: 'Error',
    },
  });
  return handler(request);
}
