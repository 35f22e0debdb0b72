/** A picture that is uploaded, and which part of it shows. Runs anywhere. */
import { z } from 'zod';
import type { UploadedFile } from '@/lib/contract/endpoint';
import { PICTURE_WORDS } from '@/lib/session/vocabulary';
import { number } from '@/lib/validation';

const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && (value as UploadedFile).bytes instanceof Uint8Array;
const points = number.pipe(z.int().min(0, 'Counts from 0.').max(100_000, 'This lies outside the picture.'));

/** The square is in pixels of the upright picture. */
export const pictureFields = {
  file: z
    .custom<UploadedFile>(isFile, PICTURE_WORDS)
    .refine(({ bytes }) => bytes.byteLength > 0, 'The file is empty.')
    .meta({ description: PICTURE_WORDS, type: 'string', contentMediaType: 'image/*' }),
  x: points.optional().describe('Left edge of the square; without it the middle is taken'),
  y: points.optional().describe('Upper edge of the square'),
  size: points.optional().describe('Length of its side'),
};

export const wholeSquare = ({ x, y, size }: { x?: number; y?: number; size?: number }) =>
  new Set([x, y, size].map((one) => one === undefined)).size === 1;
export const PART_OF_SQUARE = { message: 'Give x, y and size together.', path: ['size'] };
