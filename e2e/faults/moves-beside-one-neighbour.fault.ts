import { type Answer, Program } from '../support/program';
import { type Fault, pause } from './support/fault';
import { Installation } from './support/installation';

const MOVES = 60;
const IN_PROGRESS = 2;
const TESTING = 3;

export const fault: Fault = {
  promise: 'sixty moves beside one card, which itself goes to and fro, all land, each in a place of its own',
  async run(trial) {
    const installation = await Installation.start(trial);
    const program = await Program.signIn(installation.url, 'leader', 'acme');
    const { _id: project } = await program.newProject('Moves');
    const neighbour = await program.newTask(project, 'The neighbour', { status: IN_PROGRESS });
    const tasks = [];
    for (let at = 0; at < MOVES; at++) tasks.push(await program.newTask(project, `Card ${at}`));
    let busy = 0;
    // Who is told to come back does so, as a client does.
    const move = async (body: Record<string, unknown>): Promise<Answer> => {
      const answer = await program.call('POST', 'changeTaskStatus', body);
      if (answer.status !== 503) return answer;
      busy++;
      await pause(500 * Math.random());
      return move(body);
    };
    let over = false;
    const fidgeting = (async () => {
      let times = 0;
      for (; !over; times++) await move({ task_id: neighbour._id, status: times % 2 ? IN_PROGRESS : TESTING });
      return times;
    })();
    const since = performance.now();
    const answers = await Promise.all(
      tasks.map(({ _id }, at) =>
        move({ task_id: _id, status: IN_PROGRESS, [at % 2 ? 'after_id' : 'before_id']: neighbour._id }),
      ),
    );
    trial.figure(`${MOVES} moves at once, ms`, Math.round(performance.now() - since));
    over = true;
    trial.figure('told to come back', busy);
    trial.figure('moves of the neighbour meanwhile', await fidgeting);
    const statuses = answers.map(({ status }) => status);
    trial.check(
      'none is refused',
      statuses.every((status) => status === 200),
      [...new Set(statuses)],
    );
    const silent = answers.filter(({ data }) => data?.after_id === undefined || data?.before_id === undefined);
    trial.check('each says between which cards it landed', silent.length === 0, silent.slice(0, 2));
    const rows = await installation.query<{ id: string; rank: string }>(
      'select id, rank from task where project_id = $1 and status = $2',
      [project, IN_PROGRESS],
    );
    const there = new Set(rows.map(({ id }) => id));
    trial.check(
      'each is in the column',
      tasks.every(({ _id }) => there.has(_id)),
      rows.length,
    );
    trial.check('no two share a rank', new Set(rows.map(({ rank }) => rank)).size === rows.length);
    const { status, data } = await move({ task_id: tasks[0]?._id, status: TESTING, version: 1 });
    trial.check('a stale version is refused still', status === 409, [status, data]);
  },
};
