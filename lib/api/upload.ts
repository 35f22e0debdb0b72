import 'server-only';
import { readFormStream } from '@/lib/api/form-stream';
import { isJson, readInput, withParams } from '@/lib/api/request';
import { chatFileEndpoints } from '@/lib/chat-file/endpoints';
import { type Acceptance, endpointsOf, type StoredFile } from '@/lib/contract/endpoint';
import { deadline, withinDeadline } from '@/lib/deadline';
import { DomainError } from '@/lib/errors';
import { forgetStored, storeFile } from '@/lib/file/bytes/store';
import { fileBytesEndpoints } from '@/lib/file/endpoints.bytes';
import { type Caller, withOrg } from '@/lib/org';
import { receive } from '@/lib/storage/receive';
import { answerMember, type MemberEndpoint, mustBePermitted } from '@/lib/transport/answer';
import type { Answer } from '@/lib/transport/once';

type UploadEndpoint = MemberEndpoint & Required<Pick<MemberEndpoint, 'accepts'>>;

/** What every road of an upload ends in. */
export const [uploadEndpoint, chatUploadEndpoint] = endpointsOf({
  'POST upload': fileBytesEndpoints['POST upload'],
  'POST chatUpload': chatFileEndpoints['POST chatUpload'],
}) as unknown as [UploadEndpoint, UploadEndpoint];

/** A form whose file is received and stored first; a refusal, or content that is there already, leaves no bytes. */
export async function answerUpload(
  endpoint: MemberEndpoint,
  caller: Caller,
  request: Request,
  params: Record<string, string>,
  key: string | null,
): Promise<Answer> {
  if (endpoint.multipart === 'or JSON' && isJson(request))
    return answerMember(endpoint, caller, await readInput(request, endpoint, params), { orgKey: null, key });
  let file: StoredFile | undefined;
  const fields = await readFormStream(request, async (before, { name, bytes }) => {
    const accepted = await acceptance(endpoint as UploadEndpoint, caller, withParams(before, endpoint, params));
    file = await storeFile(await receive(bytes, accepted.most, accepted.beyond), name, accepted.folder);
  }).catch(async (error) => {
    if (file) await forgetStored(file);
    throw error;
  });
  const raw = withParams({ ...fields, ...(file && { file }) }, endpoint, params);
  // The time of the call begins when all of its file is there.
  const answer = () => answerMember(endpoint, caller, raw, { orgKey: null, key });
  // Of many transactions each has its own.
  return keeping(file, () => (endpoint.steps ? answer() : withinDeadline(deadline('write'), answer)));
}

/** Asked before a byte is read. `folder`: of the storage, the organisation's. */
export const acceptance = (
  endpoint: UploadEndpoint,
  caller: Caller,
  fields: Record<string, unknown>,
): Promise<Acceptance & { folder: string }> =>
  withOrg(caller, null, async (ctx) => {
    mustBePermitted(endpoint, ctx);
    return { ...(await endpoint.accepts(ctx, fields)), folder: ctx.org.id };
  });

/** Bytes that `work` did not keep are deleted; where it is unsure whether it was saved, the sweep decides. */
export async function keeping<T>(file: StoredFile | undefined, work: () => Promise<T>): Promise<T> {
  const result = await work().catch(async (error) => {
    if (file && error instanceof DomainError) await forgetStored(file);
    throw error;
  });
  if (file && !file.kept) await forgetStored(file);
  return result;
}
