import { connection } from 'next/server';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 5 });

/** The bare line of a page: one query, as many cards as requested, nothing else. */
export default async function Page({ searchParams }) {
  await connection();
  const { cards = '100' } = await searchParams;
  const { rows } = await pool.query({
    name: 'cards',
    text: 'select id, number, title, status, due_date::text from task where project_id = $1 and deleted_at is null order by status, rank, id limit $2',
    values: [process.env.BENCH_PROJECT, Number(cards)],
  });
  return (
    <ul>
      {rows.map((task) => (
        <li key={task.id}>
          <a href={`/task?id=${task.id}`}>{task.title}</a> <span>{task.number}</span> <span>{task.due_date}</span>
        </li>
      ))}
    </ul>
  );
}
