import type { Shop } from '../shop/server.mjs';

export function startShopWithSignIn(options: {
  readonly port?: number;
  readonly ledgerFile: string;
  readonly password: string;
  readonly codeSecret: string;
}): Promise<Shop>;
