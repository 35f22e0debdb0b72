/** Renders all texts that the seed has left to the background, so that no figure contains that work. */
import { renewRendered } from '../lib/markdown/rendering';

await renewRendered();
// The pool of connections would keep the process for a while.
process.exit();
