/** `npm run dev`: the development server with hot reload, on the same embedded parts as the demo. */
import { runLocally } from './local-run.mjs';

await runLocally({ mode: 'development', next: 'dev', command: 'npm run dev' });
