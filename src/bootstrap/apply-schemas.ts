import type { Instance } from '../contracts/instance.js'
import type { ModuleFact } from '../decorators/facts.js'
import type { ContextPlan } from './context-plan.js'

/** Schemas and compilers of all modules of the context: one of each, the same schema object as often as it is listed. */
export function applySchemas(instance: Instance, context: ContextPlan): void {
  const schemas = new Set(context.members.flatMap(({ node }) => node.fact.schemas))
  for (const schema of schemas) instance.addSchema(schema)
  const validator = theOne(context, 'validatorCompiler')
  if (validator !== null) instance.setValidatorCompiler(validator)
  const serializer = theOne(context, 'serializerCompiler')
  if (serializer !== null) instance.setSerializerCompiler(serializer)
  const formatter = theOne(context, 'schemaErrorFormatter')
  if (formatter !== null) instance.setSchemaErrorFormatter(formatter)
}

type Single = 'validatorCompiler' | 'serializerCompiler' | 'schemaErrorFormatter'

function theOne<K extends Single>(context: ContextPlan, option: K): ModuleFact[K] | null {
  return context.members.find(({ node }) => node.fact[option] !== null)?.node.fact[option] ?? null
}
