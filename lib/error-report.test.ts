import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { receiveErrorReport } from '@/lib/error-report';

const REPORT = {
  reference: '0a1b2c3d4e',
  name: 'TypeError',
  message: 'Cannot read properties of undefined',
  page: '/acme/task',
  stack: 'TypeError: Cannot read properties of undefined\n    at http://localhost:3000/_next/chunk.js:1:2',
};

let written: string[];
beforeEach(() => {
  written = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void written.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

function send(report: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify(report);
  return receiveErrorReport(
    new Request('http://localhost:3000/api/error-report', {
      method: 'POST',
      body,
      headers: {
        host: 'localhost:3000',
        origin: 'http://localhost:3000',
        'content-type': 'application/json',
        'content-length': String(body.length),
        ...headers,
      },
    }),
  );
}
const lines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the report of a browser’s error', () => {
  it('stands in the log under its reference', async () => {
    expect((await send(REPORT)).status).toBe(204);
    expect(lines()).toMatchObject([{ level: 'error', event: 'browser', ...REPORT }]);
  });

  it('carries nothing that a person wrote', async () => {
    await send({
      ...REPORT,
      message: 'Unexpected token, "Dear Northwind, our offer is 4,000" is no JSON; maya@acme.test',
      page: '/acme/task?q=secret',
      stack: 'at http://localhost:3000/acme/task?q=secret:1:2',
    });
    expect(lines()[0]).toMatchObject({
      ...{ message: 'Unexpected token, "…" is no JSON; …@…', page: '/acme/task' },
      stack: 'at http://localhost:3000/acme/task:1:2',
    });
    await send({ ...REPORT, message: '“Dear Northwind, our offer is 4,000” is no JSON, “x” is' });
    expect(lines()[1]).toMatchObject({ message: '"…" is no JSON, “x” is' });
  });

  it('is refused from elsewhere, in another form, and when it is large', async () => {
    expect((await send(REPORT, { origin: 'http://elsewhere.test' })).status).toBe(403);
    expect((await send({ ...REPORT, comment: 'more' })).status).toBe(422);
    expect((await send({ ...REPORT, reference: 'not one' })).status).toBe(422);
    expect((await send({ ...REPORT, stack: 'x'.repeat(20_000) })).status).toBe(413);
    expect(lines()).toEqual([]);
  });

  // Processes share the limit, so a tenth more may pass: lib/attempts/shares.ts.
  it('is taken twenty times a minute from one URL', async () => {
    vi.stubEnv('TRUST_PROXY', '1');
    const answers = [];
    for (let at = 0; at < 30; at++) answers.push((await send(REPORT, { 'x-forwarded-for': '192.0.2.20' })).status);
    vi.unstubAllEnvs();
    const passed = answers.indexOf(429);
    expect(passed).toBeGreaterThanOrEqual(20);
    expect(passed).toBeLessThanOrEqual(22);
    expect(new Set(answers.slice(passed))).toEqual(new Set([429]));
  });
});
