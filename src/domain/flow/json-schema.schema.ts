import { z } from 'zod';
import { flowSchema } from './document.schema.js';

/** JSON Schema (draft 2020-12) of a flow document as authors write it. Unknown fields are allowed: they are only a warning. */
export function flowJsonSchema(): object {
  return {
    ...z.toJSONSchema(flowSchema, {
      io: 'input',
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    }),
    title: 'steadyhand flow',
  };
}
