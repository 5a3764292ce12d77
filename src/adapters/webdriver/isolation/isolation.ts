/** LK34: how driver and browser are kept from the worker's machine. Plain data: it goes to hands and into attachments. Absent: they see what the worker sees. */
export type Isolation =
  | { readonly kind: 'user'; readonly user: string }
  | {
      readonly kind: 'bubblewrap';
      /** Ports of this machine that its pages may reach. */
      readonly reach: readonly number[];
    };

export interface IsolationSettings {
  readonly isolation: Isolation['kind'] | 'none';
  readonly user?: string;
  readonly reach: readonly number[];
}

export function configuredIsolation({ isolation, user = '', reach }: IsolationSettings): Isolation | undefined {
  switch (isolation) {
    case 'none':
      return undefined;
    case 'user':
      return { kind: isolation, user };
    case 'bubblewrap':
      return { kind: isolation, reach };
  }
}
