import type { Approval, Asked, GivenBefore } from '../domain/human/approvals.js';

/** The approvals that are remembered (HE42). Both may be called again with the same id: the second time changes nothing. */
export interface Approvals {
  keep(approval: Approval): Promise<void>;
  /** One that covers what is asked; counted as used. `id`: of this question. */
  use(asked: Asked, id: string): Promise<GivenBefore | undefined>;
}
