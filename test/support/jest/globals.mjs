// `@jest/globals` for all modules of a process: each name is that of the test file under way, since support modules outlive a file.
let current;

/** What Jest gave the test file that begins: `test`, `expect`, hooks, and `jest` as far as our tests use it. */
export function useGlobals(globals) {
  current = globals;
}

function live(name) {
  return new Proxy(() => {}, {
    apply: (_target, _self, args) => Reflect.apply(current[name], undefined, args),
    get: (_target, key) => current[name][key],
  });
}

export const afterAll = live('afterAll');
export const afterEach = live('afterEach');
export const beforeAll = live('beforeAll');
export const beforeEach = live('beforeEach');
export const describe = live('describe');
export const expect = live('expect');
export const jest = live('jest');
export const test = live('test');
