import { expect } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '@/lib/contract/endpoint';
import type { WireAnswer } from '@/lib/test/wire';

function envelope({ shape, output, status }: Endpoint): z.ZodType {
  const common = { status: z.literal(status), message: z.string().min(1) };
  if (shape === 'record') return z.strictObject({ ...common, data: output });
  const whole = z.int().min(0);
  return z.strictObject({
    ...common,
    docs: z.array(output),
    totalDocs: whole,
    limit: z.int().min(1).max(200),
    page: z.int().min(1),
    totalPages: z.int().min(1),
    hasNextPage: z.boolean(),
    hasPrevPage: z.boolean(),
    next_cursor: z.string().nullable().optional(),
    prev_cursor: z.string().nullable().optional(),
  });
}

/** A successful answer has the envelope of the wire contract and exactly the record that the table promises. */
export function keepsContract(endpoint: Endpoint, { status, body, headers }: WireAnswer): void {
  expect([status, body.status]).toEqual([endpoint.status, endpoint.status]);
  expect(headers.get('cache-control')).toBe(endpoint.shown ? 'private, no-cache, no-transform' : 'no-store');
  if (endpoint.shape === 'file') {
    expect(headers.get('content-disposition')).toMatch(/^(?:attachment|inline); filename="[\w.-]+"$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(body.data).not.toBe('');
    return;
  }
  expect(envelope(endpoint).parse(body)).toEqual(body);
  expect(headers.get('content-type')).toContain('application/json');
}
