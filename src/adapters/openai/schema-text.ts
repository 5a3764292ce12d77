// A reply's JSON schema as a TypeScript type: the same fields, descriptions and choices in less than half of the tokens, since that everything is required goes without saying.

type Schema = Readonly<Record<string, unknown>>;

export function schemaText(schema: Schema): string {
  const { description: _, anyOf, enum: choices, const: constant, type, items, properties, ...rest } = schema;
  const { required: _required, additionalProperties: _closed, ...limits } = rest;
  if (Array.isArray(anyOf)) return withLimits(anyOf.map((each) => schemaText(each as Schema)).join(' | '), limits);
  if (Array.isArray(choices)) return withLimits(choices.map((each) => JSON.stringify(each)).join(' | '), limits);
  if (constant !== undefined) return withLimits(JSON.stringify(constant), limits);
  if (type === 'array') return withLimits(listText((items ?? {}) as Schema), limits);
  if (type === 'object' && properties) return withLimits(fieldsText(Object.entries(properties as Record<string, Schema>)), limits);
  return withLimits(Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any', limits);
}

/** Keywords that no type has, such as `minimum` and `$ref`, as they are. */
function withLimits(text: string, limits: Schema): string {
  return Object.keys(limits).length === 0 ? text : `${text} /* ${JSON.stringify(limits)} */`;
}

function listText(item: Schema): string {
  const isEither = [item['anyOf'], item['enum'], item['type']].some(Array.isArray);
  return isEither ? `(${schemaText(item)})[]` : `${schemaText(item)}[]`;
}

function fieldsText(fields: readonly (readonly [string, Schema])[]): string {
  const isDescribed = fields.some(([, { description }]) => description);
  if (!isDescribed) return `{${fields.map(([name, schema]) => `${keyText(name)}: ${schemaText(schema)}`).join(', ')}}`;
  const lines = fields.map(([name, schema]) => {
    const described = schema['description'] ? ` // ${String(schema['description']).replace(/\s+/g, ' ')}` : '';
    return `${keyText(name)}: ${schemaText(schema)}${described}`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
