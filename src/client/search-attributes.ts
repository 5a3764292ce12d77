// Search attributes by name and value, as conditions of a visibility query. How a value is written depends on the attribute's type, which only the server knows.
import type { Client } from '@temporalio/client';
// A CommonJS module whose named exports Node cannot detect.
import proto from '@temporalio/proto';
import { InputError } from '../domain/errors/input-error.js';

const { IndexedValueType } = proto.temporal.api.enums.v1;

/** `Customer=acme`, as people write it. */
export function attributePair(text: string): { readonly name: string; readonly value: string } | undefined {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}

/** Throws an `InputError` for an attribute that the namespace does not have, and for a value that is none of its type. */
export async function attributeFilters(client: Client, where: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const known = await client.connection.operatorService.listSearchAttributes({ namespace: client.options.namespace });
  const types = { ...known.systemAttributes, ...known.customAttributes };
  return Object.entries(where).map(([name, value]) => {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (type === undefined) {
      const own = Object.keys(known.customAttributes ?? {}).sort();
      throw new InputError(name, value, `a search attribute of the namespace, which has ${own.join(', ')} and those of Temporal`);
    }
    return `\`${name}\`=${literalOf(name, value, type)}`;
  });
}

function literalOf(name: string, value: string, type: number | null): string {
  switch (type) {
    case IndexedValueType.INDEXED_VALUE_TYPE_INT:
    case IndexedValueType.INDEXED_VALUE_TYPE_DOUBLE:
      if (/^-?\d+(?:\.\d+)?$/.test(value)) return value;
      throw new InputError(name, value, 'a number');
    case IndexedValueType.INDEXED_VALUE_TYPE_BOOL:
      if (value === 'true' || value === 'false') return value;
      throw new InputError(name, value, 'true or false');
    default:
      return quotedText(value);
  }
}

/** A text of a visibility query: nothing in it ends it. */
export function quotedText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
