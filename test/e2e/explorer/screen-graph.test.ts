// The map of screens in the database inside the process, and on a real server.
import { createPostgresScreenGraph } from '../../../src/adapters/postgres/screen-graph.js';
import { openDatabase } from '../../../src/adapters/postgres/database.js';
import { describeScreenGraph } from '../../conformance/screen-graph-conformance.js';

describeScreenGraph('PGlite', async () => createPostgresScreenGraph(await openDatabase({})));
