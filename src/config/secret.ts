import { inspect } from 'node:util';

/** A value that logs, error messages and JSON show as `•••`; `reveal()` returns it. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '•••';
  }

  toJSON(): string {
    return '•••';
  }

  [inspect.custom](): string {
    return '•••';
  }
}
