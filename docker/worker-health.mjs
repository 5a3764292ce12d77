// Healthy: the worker holds its data folder, which it locks before it polls (host.sock is the lock).
import { connect } from 'node:net';
import { join } from 'node:path';

const socket = connect(join(process.env.STEADYHAND_HOME, 'host.sock'));
socket.on('connect', () => process.exit(0)).on('error', () => process.exit(1));
