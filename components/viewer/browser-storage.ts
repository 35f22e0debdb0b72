/** For first paint and the landing page's Login button (specification 3). Never the token: no script can read it. */
type Kept = {
  user: { _id: string; name: string; role: string; pic: string | null };
  organisation: { organisation_name: string; sub_domain: string };
  email: string;
};

/** Removed by a logout, kept when the session expires: the login page then says so. */
type LastSession = { email: string; member: string; organisation: string };

const USER = 'user';
const COMPANY = 'company';
const ORGANISATION = 'organisation';
const SESSION = 'guildhall-session';

/** Does nothing where the browser refuses storage. */
export function keepSignedIn({ user, organisation, email }: Kept): void {
  try {
    localStorage.setItem(USER, JSON.stringify(user));
    localStorage.setItem(COMPANY, organisation.sub_domain);
    localStorage.setItem(ORGANISATION, JSON.stringify(organisation));
    const last: LastSession = { email, member: user._id, organisation: organisation.sub_domain };
    localStorage.setItem(SESSION, JSON.stringify(last));
  } catch {
    // Private windows may refuse; nothing depends on it.
  }
}

/** Keeps the organisation key, so that Login leads to the same organisation's login. */
export function forgetSignedIn(): void {
  forget(USER, 'token', ORGANISATION, SESSION);
}

/** After an expired session: keeps what the login page shows of it. */
export function forgetExpired(): void {
  forget(USER, 'token', ORGANISATION);
}

/** The expired session of this organisation in this browser; null if there is none. */
export function endedSession(orgKey: string): LastSession | null {
  try {
    const last = JSON.parse(localStorage.getItem(SESSION) ?? 'null') as Partial<LastSession> | null;
    return last?.organisation === orgKey && last.email && last.member ? (last as LastSession) : null;
  } catch {
    return null;
  }
}

/** Who is signed in, or whose session expired; null after a logout. */
export function lastMember(): string | null {
  try {
    return (JSON.parse(localStorage.getItem(SESSION) ?? 'null') as Partial<LastSession> | null)?.member ?? null;
  } catch {
    return null;
  }
}

function forget(...names: string[]): void {
  try {
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // See above.
  }
}
