import { scaleLinear, scalePoint } from 'd3-scale';
import { area, stack } from 'd3-shape';
import type { ProjectEfficiency } from '@/lib/efficiency/schema';
import type { Formats } from '@/lib/formats';
import { Chart, Gridline, roomFor } from './chart';

const [WIDTH, HEIGHT, BOTTOM, TOP] = [640, 240, 26, 8];
const LABELS = 5;
/** More days than these are drawn by the week: a day would have less than two points of the width. */
const MOST_DAYS = 190;

/** Nobody sees more, and a page would be longer. */
const tenths = (length: number) => Math.round(length * 10) / 10;

type Point = ProjectEfficiency['flow'][number];
/** From the bottom: what is done carries what is not. Literal names, so that the styles are found. */
const BANDS = [
  { of: 'completed', label: 'Completed', fill: 'fill-st-completed', mark: 'bg-st-completed' },
  { of: 'testing', label: 'Testing', fill: 'fill-st-testing', mark: 'bg-st-testing' },
  { of: 'in_process', label: 'In Process', fill: 'fill-st-in-process', mark: 'bg-st-in-process' },
  { of: 'pending', label: 'Pending', fill: 'fill-st-pending', mark: 'bg-st-pending' },
  { of: 'backlogs', label: 'Backlogs', fill: 'fill-st-backlogs', mark: 'bg-st-backlogs' },
] as const;

/** How many tasks stood in each status, day by day: a cumulative flow diagram. */
export function FlowChart({ flow: days, formats }: { flow: readonly Point[]; formats: Formats }) {
  const flow = days.length > MOST_DAYS ? days.filter((_, at) => (days.length - 1 - at) % 7 === 0) : days;
  const total = (point: Point) => BANDS.reduce((sum, { of }) => sum + point[of], 0);
  const y = scaleLinear([0, Math.max(4, ...flow.map(total))], [HEIGHT - BOTTOM, TOP]).nice(4);
  const left = roomFor(y.domain()[1] ?? 0);
  const x = scalePoint(
    flow.map(({ date }) => date),
    [left, WIDTH],
  );
  const layers = stack<Point>().keys(BANDS.map(({ of }) => of))([...flow]);
  const shape = area<(typeof layers)[number][number]>()
    .x(({ data }) => tenths(x(data.date) ?? 0))
    .y0(([from]) => tenths(y(from)))
    .y1(([, to]) => tenths(y(to)));
  const day = (date: string) => formats.day(date, 'medium');
  const every = Math.max(1, Math.ceil(flow.length / LABELS));
  return (
    <Chart
      shows="Cumulative flow: tasks in each status"
      width={WIDTH}
      height={HEIGHT}
      table={{
        head: ['Day', ...BANDS.map(({ label }) => label)],
        rows: flow.map((point) => [day(point.date), ...BANDS.map(({ of }) => point[of])]),
      }}
      legend={
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-2">
          {BANDS.map(({ of, label, mark }) => (
            <li key={of} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-2.5 rounded-xs ${mark}`} />
              {label}
            </li>
          ))}
        </ul>
      }
    >
      {layers.map((layer, at) => (
        <path
          key={layer.key}
          d={shape(layer) ?? ''}
          className={`${BANDS[at]?.fill} stroke-surface`}
          strokeWidth={0.5}
        />
      ))}
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((value) => (
          <Gridline key={value} y={y(value)} x1={left} x2={WIDTH} count={value} />
        ))}
      {flow.map(
        ({ date }, at) =>
          at % every === 0 && (
            <text
              key={date}
              x={x(date)}
              y={HEIGHT - 4}
              textAnchor={at === 0 ? 'start' : 'middle'}
              className="fill-text-3"
            >
              {formats.day(date, 'tiny')}
            </text>
          ),
      )}
    </Chart>
  );
}
