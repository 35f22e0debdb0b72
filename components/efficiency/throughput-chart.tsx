import { scaleBand, scaleLinear } from 'd3-scale';
import type { ProjectEfficiency } from '@/lib/efficiency/schema';
import type { Formats } from '@/lib/formats';
import { Chart, Gridline, roomFor } from './chart';

const [WIDTH, HEIGHT, BOTTOM, TOP] = [640, 200, 26, 8];
/** Labels of weeks stand at least so far apart. */
const LABEL_WIDTH = 84;

/** Tasks completed in each week. */
export function ThroughputChart({ weeks, formats }: { weeks: ProjectEfficiency['throughput']; formats: Formats }) {
  const most = Math.max(4, ...weeks.map(({ count }) => count));
  const y = scaleLinear([0, most], [HEIGHT - BOTTOM, TOP]).nice(4);
  const left = roomFor(y.domain()[1] ?? 0);
  const x = scaleBand(
    weeks.map(({ week }) => week),
    [left, WIDTH],
  ).padding(0.25);
  const day = (date: string) => formats.day(date, 'medium');
  const every = Math.ceil(LABEL_WIDTH / x.step());
  const sum = weeks.reduce((total, { count }) => total + count, 0);
  return (
    <Chart
      shows={`Throughput: ${sum} ${sum === 1 ? 'task' : 'tasks'} completed in ${weeks.length} weeks`}
      width={WIDTH}
      height={HEIGHT}
      table={{ head: ['Week of', 'Completed'], rows: weeks.map(({ from, count }) => [day(from), count]) }}
    >
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((value) => (
          <Gridline key={value} y={y(value)} x1={left} x2={WIDTH} count={value} />
        ))}
      {weeks.map(({ week, from, count }, at) => (
        <g key={week}>
          {count > 0 && (
            <rect x={x(week)} y={y(count)} width={x.bandwidth()} height={y(0) - y(count)} rx={2} className="fill-c1">
              <title>{`Week of ${day(from)}: ${count} completed`}</title>
            </rect>
          )}
          {at % every === 0 && (
            <text
              x={(x(week) ?? 0) + x.bandwidth() / 2}
              y={HEIGHT - 4}
              textAnchor={at === 0 ? 'start' : 'middle'}
              className="fill-text-3"
            >
              {formats.day(from, 'tiny')}
            </text>
          )}
        </g>
      ))}
    </Chart>
  );
}
