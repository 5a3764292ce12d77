/** Root of the project's errors. `code` is kebab-case, survives serialisation and becomes `ApplicationFailure.type`; compare it, never `instanceof`, across a boundary. */
export abstract class SteadyhandError extends Error {
  abstract readonly code: string;
}
