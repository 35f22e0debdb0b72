/** Another user of the embedded server, for a test: `DIR` ends at once, `DIR stay` on request. */
import { releasePostgres, startPostgres } from './embedded-postgres.mjs';

const [dir, stay] = process.argv.slice(2);
const { url, started } = await startPostgres({ dir, unsafe: true });
process.send?.({ url, started });
if (stay) process.once('disconnect', () => releasePostgres({ dir }));
else process.disconnect?.();
