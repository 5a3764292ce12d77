// What the user has selected on a map page; everything shown follows from it.

export interface State {
  readonly chosen: number | undefined;
  readonly run: number | undefined;
  readonly query: string;
}
