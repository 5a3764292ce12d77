export interface RunningActivity {
  readonly token: Uint8Array;
  /** Name of its function. */
  readonly type: string;
}

/** The activities that a worker is at, so that the next one can tell Temporal what was lost with it. */
export interface RunningActivities {
  begin(activity: RunningActivity): void;
  end(activity: RunningActivity): void;
  /** Those of a worker that was killed, once. */
  takeLeft(): Promise<readonly RunningActivity[]>;
}
