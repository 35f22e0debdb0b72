import { randomUUID } from 'node:crypto';
import { emailOf, type OrganisationKey, PASSWORD, type Seat } from './accounts';

export type Answer = {
  status: number;
  message: string;
  data: Record<string, unknown>;
  docs: Record<string, unknown>[];
  totalDocs: number;
  errors?: Record<string, string[]>;
  code?: string;
};
export type Task = { _id: string; key: string; title: string; status: number; version: number; project_id: string };

/** Calls the wire contract as a program does: signed in once, a bearer on every call. */
export class Program {
  readonly #baseURL: string;
  readonly #token: string;

  /** `token`: of a session, without `Bearer`. */
  constructor(baseURL: string, token: string) {
    this.#baseURL = baseURL;
    this.#token = token;
  }

  /** Signs in through `signinwithorgs`. */
  static async signIn(baseURL: string, seat: Seat, org: OrganisationKey): Promise<Program> {
    const body = { email: emailOf(seat, org), password: PASSWORD, sub_domain: org };
    const answer = await fetch(`${baseURL}/api/signinwithorgs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data, message } = (await answer.json()) as { data?: { token: string }; message: string };
    if (!data) throw new Error(`${body.email} could not sign in: ${message}`);
    return new Program(baseURL, data.token.replace(/^Bearer /, ''));
  }

  /** The header with which a browser would come. */
  get cookie(): string {
    return `guildhall.session=${this.#token}`;
  }

  get bearer(): string {
    return `Bearer ${this.#token}`;
  }

  /** Any call; nothing is thrown for a refusal. A creation gets a key of its own unless one is given. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return (await (await this.send(method, path, body, { headers })).json()) as Answer;
  }

  /** As `call`, with the answer as it came. @throws when no answer comes, or when `signal` ends the wait */
  send(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<Response> {
    return fetch(`${this.#baseURL}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  }

  /** A call that must succeed. */
  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /** The id of a project by its key. */
  async projectId(key: string): Promise<string> {
    const { docs } = await this.ask('GET', 'projectList?limit=200');
    const found = docs.find((project) => project.key === key);
    if (!found) throw new Error(`There is no project ${key}`);
    return String(found._id);
  }

  /** The id of a person by name. */
  async memberId(name: string): Promise<string> {
    const { docs } = await this.ask('GET', 'userList?limit=200');
    const found = docs.find((member) => member.name === name);
    if (!found) throw new Error(`There is nobody called ${name}`);
    return String(found._id);
  }

  /** Makes a project of its own for a test, so that tests at the same time do not meet; the caller leads it. */
  async newProject(
    name: string,
    members: string[] = [],
    clients: string[] = [],
  ): Promise<{ _id: string; key: string }> {
    const code = `T${randomUUID().replace(/-/g, '').slice(0, 7).toUpperCase()}`;
    const ids = (names: string[]) => Promise.all(names.map((one) => this.memberId(one)));
    const { data } = await this.ask('POST', 'project', {
      name,
      code,
      type: 'web_application',
      member_ids: await ids(members),
      client_ids: await ids(clients),
    });
    return { _id: String(data._id), key: String(data.key) };
  }

  /** Makes a task. */
  async newTask(projectId: string, title: string, more: Record<string, unknown> = {}): Promise<Task> {
    const { data } = await this.ask('POST', 'Task', { project_id: projectId, title, ...more });
    return data as unknown as Task;
  }
}
