export function offerPriceList(folder: string, browser?: string): void;
