/** First and longest pause before a redraw is asked for again (ms). */
const FIRST = 500;
const LONGEST = 5_000;

type Place = Pick<URL, 'pathname' | 'search'>;

/**
 * `fetch`, but redraws of the page at `shown` are asked for until the server gives them whole: Next leaves the page for
 * whatever else it gets, and what somebody is typing there would be lost. Navigations are as they were.
 */
export function untilWhole(plain: typeof fetch, shown: () => Place, first = FIRST): typeof fetch {
  const late = new Map<string, Promise<Response>>();

  async function again(input: URL, init?: RequestInit): Promise<Response> {
    for (let pause = first; ; pause = Math.min(LONGEST, pause * 2)) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const answer = await whole(plain, input, init);
      if (answer) return answer;
    }
  }

  return async (input, init) => {
    if (!(input instanceof URL && isRedraw(input, init, shown()))) return plain(input, init);
    const { href } = input;
    const joined = late.get(href);
    const answer = joined ? undefined : await whole(plain, input, init);
    if (answer) return answer;
    const coming = late.get(href) ?? again(input, init).finally(() => late.delete(href));
    late.set(href, coming);
    return (await coming).clone();
  };
}

function isRedraw({ pathname, search }: URL, init: RequestInit | undefined, shown: Place): boolean {
  const asked = new Headers(init?.headers).has('next-router-state-tree');
  return asked && pathname === shown.pathname && search.replace(/[?&]_rsc=[^&]*/, '') === shown.search;
}

/** undefined: the server is away, busy, or went away in the middle. */
async function whole(plain: typeof fetch, input: URL, init?: RequestInit): Promise<Response | undefined> {
  try {
    const answer = await plain(input, init);
    if (answer.status === 429 || answer.status >= 500) return;
    await answer.clone().arrayBuffer();
    return answer;
  } catch (error) {
    if (init?.signal?.aborted) throw error;
  }
}
