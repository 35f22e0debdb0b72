import { vi } from 'vitest';
import { callApi } from '@/lib/api/call';
import { table } from '@/lib/api/table';
import { bearer } from '@/lib/test/wire';

/** Calls of components are answered by the real endpoints, as that member. `sent` has what was asked, in order. */
export function wiredCalls() {
  const sent: Request[] = [];
  let seat = 'acme.leader';
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = new Request(`http://localhost:3000${path}`, init);
    request.headers.set('Authorization', `Bearer ${await bearer(seat)}`);
    sent.push(request.clone());
    return callApi(table, request, new URL(request.url).pathname.replace('/api/', ''));
  });
  return {
    sent,
    /** Who calls from now on. */
    as: (name: string) => {
      seat = name;
    },
  };
}
