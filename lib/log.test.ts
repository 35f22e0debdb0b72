import { expect, test, vi } from 'vitest';
import { log } from '@/lib/log';

test('a line about an error tells what caused it, and what PostgreSQL said', () => {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line));
  const said = { originalCode: '42501', originalMessage: 'permission denied for table person', kind: 'postgres' };
  const driver = Object.assign(new Error('DriverAdapterError'), { cause: said });
  const raw = Object.assign(new Error('Raw query failed'), { code: 'P2010', meta: { driverAdapterError: driver } });
  log('error', 'form', { error: new Error('outermost', { cause: raw }) });
  vi.mocked(console.error).mockRestore();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    event: 'form',
    error: {
      message: 'outermost',
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: 'P2010', cause: { cause: { code: '42501', message: 'permission denied for table person' } } },
    },
  });
});
