import type { Instance } from '../contracts/instance.js'
import { registerAs } from '../server/register-as.js'
import { attempt, type Report } from '../support/report.js'
import { aboutClass } from './about.js'
import type { ContextPlan, ModulePlan } from './context-plan.js'
import { moduleRegistrant } from './module-registrant.js'

/** Schemas and compilers of all modules of the context: one of each, the same schema object as often as it is listed. */
export function applySchemas(instance: Instance, { members }: ContextPlan, report: Report): void {
  const added = new Set<object>()
  for (const member of members) {
    const reportHere = aboutClass(report, member.node.Class)
    registerAs(instance, moduleRegistrant(member.node), () =>
      attempt(reportHere, () => applyOwn(instance, member, added)),
    )
  }
}

function applyOwn(instance: Instance, { node }: ModulePlan, added: Set<object>): void {
  const { schemas, validatorCompiler, serializerCompiler, schemaErrorFormatter } = node.fact
  for (const schema of schemas) {
    if (added.has(schema)) continue
    added.add(schema)
    instance.addSchema(schema)
  }
  if (validatorCompiler !== null) instance.setValidatorCompiler(validatorCompiler)
  if (serializerCompiler !== null) instance.setSerializerCompiler(serializerCompiler)
  if (schemaErrorFormatter !== null) instance.setSchemaErrorFormatter(schemaErrorFormatter)
}
