/** Also true of another user's process. */
export function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** On Ctrl-C and SIGTERM calls `cleanUp` of the returned object, then exits with 130. The caller sets `cleanUp` once it has something to end. */
export function endOnSignals(say) {
  const state = { interrupted: false, cleanUp: async () => {} };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      if (state.interrupted) return;
      state.interrupted = true;
      say('interrupted: ending processes and removing files');
      void state.cleanUp().finally(() => process.exit(130));
    });
  return state;
}
