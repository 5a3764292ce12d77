export interface Order {
  readonly number: number;
  readonly at: string;
  readonly name: string;
  readonly day: string;
  readonly gift: boolean;
  readonly items: readonly { readonly id: string; readonly name: string; readonly quantity: number; readonly price: number }[];
  /** Cents. */
  readonly total: number;
}

export interface Shop {
  readonly url: string;
  ledger(): readonly Order[];
  close(): Promise<void>;
}

export function startShop(options: { readonly port?: number; readonly ledgerFile: string; readonly delayMs?: number }): Promise<Shop>;

export function createShop(options: { readonly ledger: Ledger; readonly delayMs?: number }): (request: Request) => Promise<Response>;

export interface Ledger {
  orders(): readonly Order[];
  append(order: Omit<Order, 'number' | 'at'>): Promise<Order>;
}
