/** A large file is sent, and compared, in pieces of so many bytes: browsers hash no more than they hold at once. */
export const PIECE_BYTES = 8 * 1024 * 1024;

/** Names the sum of all pieces in the request that brings the last one. */
export const CONTENT_SUM = 'Upload-Content';

/** SHA-256 of a piece, in hex. */
export async function pieceSum(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 of the sums of all pieces, one after the other: it says what the whole file holds. */
export const contentSum = (sums: readonly string[]): Promise<string> =>
  pieceSum(new TextEncoder().encode(sums.join('')));
