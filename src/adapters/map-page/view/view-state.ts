// What a person has chosen on the page of a map; all that is shown follows from it.

export interface State {
  readonly chosen: number | undefined;
  readonly run: number | undefined;
  readonly query: string;
}
