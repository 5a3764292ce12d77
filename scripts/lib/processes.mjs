/** Also true of a process that is somebody else's. */
export function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Ctrl-C and SIGTERM: `cleanUp` of what this returns ends everything, then the process ends with 130. Whoever has something to end sets it. */
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
