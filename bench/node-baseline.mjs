// The bare line: what a Node server with nothing but a query, JSON and gzip does on this machine.
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import pg from 'pg';

const { PORT: port, DATABASE_URL: connectionString, BENCH_PROJECT: project } = process.env;
const pool = new pg.Pool({ connectionString, max: 5 });
const columns = `id, number, title, status, priority, rank, audience, category_id, start_date, due_date, created_by_id, version, created_at, updated_at,
  (select coalesce(json_agg(json_build_object('_id', m.id, 'name', m.name, 'pic', m.picture)), '[]') from task_assignee a join member m on m.id = a.member_id where a.task_id = task.id and a.org_id = task.org_id) as assignees`;
const board = {
  name: 'board',
  text: `select ${columns} from task where org_id = (select org_id from project where id = $1) and project_id = $1 and deleted_at is null order by status, rank, id limit 1000`,
  values: [project],
};
const list = { name: 'list', text: board.text.replace('limit 1000', 'limit 50'), values: [project] };
let n = 0;
http
  .createServer(async (request, response) => {
    try {
      if (request.method === 'POST') {
        request.resume();
        await pool.query({
          name: 'insert',
          text: `insert into comment (org_id, id, task_id, project_id, task_audience, body)
                 select org_id, gen_random_uuid(), id, project_id, audience, $2 from task where project_id = $1 order by id limit 1`,
          values: [project, `bare ${n++}`],
        });
        response.writeHead(201).end('{}');
        return;
      }
      const { rows } = await pool.query(request.url.startsWith('/list') ? list : board);
      const body = gzipSync(JSON.stringify(rows), { level: 6 });
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  })
  .listen(Number(port), 'localhost', () => process.send('ready'));
