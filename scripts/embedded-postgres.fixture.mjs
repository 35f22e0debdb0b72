/** Another process that uses the embedded server, for its test: `DIR` ends at once, `DIR stay` when the test lets go. */
import { releasePostgres, startPostgres } from './embedded-postgres.mjs';

const [dir, stay] = process.argv.slice(2);
const { url, started } = await startPostgres({ dir, unsafe: true });
process.send?.({ url, started });
if (stay) process.once('disconnect', () => releasePostgres({ dir }));
else process.disconnect?.();
