// Completes a reply so that it satisfies a strict JSON schema: every property is there, nothing else is. A script only writes what matters.

/** What `value` lacks is null where the schema allows it, else the emptiest value of its type. Properties that the schema does not name are left out. */
export function fillSchema(schema, value, root = schema) {
  const plain = resolve(schema, root);
  if (plain.properties && (value === undefined || isRecord(value))) {
    if (value === undefined && allowsNull(plain)) return null;
    return Object.fromEntries(
      Object.entries(plain.properties).map(([name, property]) => [name, fillSchema(property, value?.[name], root)]),
    );
  }
  const variants = plain.anyOf ?? plain.oneOf;
  if (variants) return fillVariant(variants, value, root);
  if (Array.isArray(value) && plain.items) return value.map((item) => fillSchema(plain.items, item, root));
  return value === undefined ? emptyValue(plain) : value;
}

function fillVariant(variants, value, root) {
  const plain = variants.map((variant) => resolve(variant, root));
  if (value === undefined || value === null) {
    return plain.some(allowsNull) ? null : fillSchema(plain[0], undefined, root);
  }
  const fitting = plain.filter((variant) => typeNames(variant).length === 0 || typeNames(variant).includes(typeName(value)));
  return fillSchema(nearest(fitting, value), value, root);
}

/** Among shapes of objects the one whose keys differ least from the value's. */
function nearest(variants, value) {
  if (!isRecord(value)) return variants[0] ?? {};
  const distance = ({ properties = {} }) => {
    const [there, wanted] = [Object.keys(value), Object.keys(properties)];
    return there.filter((key) => !wanted.includes(key)).length + wanted.filter((key) => !there.includes(key)).length;
  };
  return [...variants].sort((one, other) => distance(one) - distance(other))[0] ?? {};
}

function emptyValue(schema) {
  if (allowsNull(schema)) return null;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  return { string: '', number: 0, integer: 0, boolean: false, array: [], object: {} }[typeNames(schema)[0]] ?? null;
}

function allowsNull(schema) {
  return typeNames(schema).includes('null') || schema.const === null || (schema.enum?.includes(null) ?? false);
}

function typeNames(schema) {
  if (schema.type !== undefined) return [schema.type].flat();
  if ('const' in schema) return [typeName(schema.const)];
  return schema.properties ? ['object'] : [];
}

function typeName(value) {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function resolve(schema, root) {
  if (!schema.$ref) return schema;
  return schema.$ref
    .replace(/^#\//, '')
    .split('/')
    .filter((part) => part !== '#')
    .reduce((at, part) => at[part], root);
}

function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
