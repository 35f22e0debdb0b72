import { describe, expect, test } from 'vitest';
import { curlOf, sampleAnswer, sampleInput } from '@/lib/api/sample';
import { table } from '@/lib/api/table';

const names = table.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('every endpoint has examples', () => {
  test.each(names)('%s: an answer that its own schema accepts', (_, endpoint) => {
    const answer = sampleAnswer(endpoint);
    if (endpoint.shape === 'file') return expect(answer).toBeNull();
    const record = endpoint.shape === 'list' ? (answer?.docs as unknown[] | undefined)?.[0] : answer?.data;
    const parsed = endpoint.output.safeParse(record);
    expect(parsed.error?.issues ?? []).toEqual([]);
  });

  test.each(names)('%s: a call with every required field', (_, endpoint) => {
    expect(curlOf(endpoint, 'http://localhost:3000')).toContain('/api/');
    const parsed = endpoint.input.safeParse(sampleInput(endpoint));
    const missing = (parsed.error?.issues ?? []).filter((issue) => issue.code === 'invalid_type');
    expect(endpoint.multipart ? [] : missing).toEqual([]);
  });
});
