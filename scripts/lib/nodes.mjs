/** Versions of Node that the suites run on: the oldest that `engines` allows, and the newest of each line after it. */
export const nodeVersions = ['20.19.6', '22.23.3', '24.19.0'];
