/** `npm run demo`: everything from nothing to a running application with demo data. See `.env.example`. */
import { buildApplication } from './build.mjs';
import { runLocally } from './local-run.mjs';

await runLocally({
  mode: 'demo',
  next: 'start',
  command: 'npm run demo',
  build: () => buildApplication({ orForTests: true }),
});
