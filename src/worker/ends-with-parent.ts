// For a program that a command of ours has started with a channel (IPC): it ends with that command, even by SIGKILL. A worker that nobody can stop any more would keep the data folder.
// The worker takes seconds to load, so commands have Node load this before it.
const endAtOnce = (): boolean => process.kill(process.pid, 'SIGKILL');
// What ended before this line is told by no event.
if (process.connected === false) endAtOnce();
process.once('disconnect', endAtOnce);
