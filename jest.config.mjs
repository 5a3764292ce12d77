const base = {
  // Whatever else lies in a clone (packages of the bench, data of runs) is not searched.
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/bench/lib', '<rootDir>/scripts', '<rootDir>/examples'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

/** `pure` needs nothing but Node; `e2e` a Temporal server and a browser; `faults` kills processes and starts its own, and holds the slow tests. */
export default {
  projects: [
    { ...base, displayName: 'pure', testMatch: ['<rootDir>/test/pure/**/*.test.ts'] },
    {
      ...base,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
      setupFiles: ['./test/support/worker-setup.mjs'],
      globalSetup: './test/support/global-setup.mjs',
      globalTeardown: './test/support/global-teardown.mjs',
    },
    {
      ...base,
      displayName: 'faults',
      testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
      setupFiles: ['./test/support/worker-setup.mjs'],
      globalSetup: './test/support/global-setup.mjs',
      globalTeardown: './test/support/global-teardown.mjs',
    },
  ],
  reporters: ['default', './test/support/under-way.mjs'],
  // Ends what hangs; four lanes on two cores make no test fail for being slow.
  testTimeout: 120_000,
  // `npm test` gives the end-to-end files four.
  maxWorkers: 1,
  // Workers end by themselves. After hundreds of module registries and a native SDK that takes longer than Jest's half a second.
  workerGracefulExitTimeout: 20_000,
};
