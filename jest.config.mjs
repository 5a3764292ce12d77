const base = {
  // Whatever else lies in a clone (packages of the bench, data of runs) is not searched.
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/bench/lib', '<rootDir>/bench/eval', '<rootDir>/scripts', '<rootDir>/examples'],
  // In the process of its worker, with the modules that are loaded there (docs/decisions/tests.md).
  runtime: '<rootDir>/test/support/jest/runtime.mjs',
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  transform: {},
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

/** `pure` needs nothing but Node; `e2e` a Temporal server and a browser. test/faults kills processes, and starts its own. */
export default {
  projects: [
    { ...base, displayName: 'pure', testMatch: ['<rootDir>/test/pure/**/*.test.ts'] },
    {
      ...base,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{e2e,faults}/**/*.test.ts'],
      setupFiles: ['./test/support/jest/worker-setup.mjs'],
      globalSetup: './test/support/jest/global-setup.mjs',
      globalTeardown: './test/support/jest/global-teardown.mjs',
    },
  ],
  // Ends what hangs: no test fails for being slow, which is why single tests have no limits of their own.
  testTimeout: 240_000,
  maxWorkers: 1,
  // Workers end by themselves. With a native SDK that takes longer than Jest's half a second.
  workerGracefulExitTimeout: 20_000,
};
