export function fillSchema(schema: object, value: unknown): unknown;
