/** How the next worker in a folder fails what a killed one was at. Reports know a kill by it. */
export const killedWorkerText = 'The worker that ran it was killed; this is told by the next one in its folder.';
