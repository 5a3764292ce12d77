// A purchase: the rules or a person approve it, then an agent orders. Temporal remembers where it stands, for weeks if it takes that long.
import { condition, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { executeAgent } from 'steadyhand/workflow';

export interface Purchase {
  readonly request: string;
  /** US dollars. */
  readonly price: number;
  /** Address of the shop. */
  readonly shop: string;
}

interface Decision {
  readonly approved: boolean;
  readonly by: string;
}

export const decide = defineSignal<[Decision]>('decide');

export async function purchase({ request, price, shop }: Purchase): Promise<string> {
  // 1. The rules decide what is cheap.
  let decision: Decision | undefined = price <= 20 ? { approved: true, by: 'the rules' } : undefined;
  setHandler(decide, (given) => void (decision ??= given));

  // 2. A person decides everything else.
  await condition(() => decision !== undefined);
  const { approved, by } = decision as Decision;
  if (!approved) return `rejected by ${by}`;

  // 3. An agent orders. Its questions appear in `steadyhand inbox`, like those of any other run.
  const options = { workflowId: `${workflowInfo().workflowId}/order` };
  const { outcome, previousSubtasks } = await executeAgent({ request, device: { kind: 'web', url: shop } }, options);
  return `${outcome}, approved by ${by}: ${previousSubtasks.at(-1)?.result}`;
}
