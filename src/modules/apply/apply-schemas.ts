import type { Instance } from '../../contracts/instance.js'
import { ContextWriter } from '../../server/instance/context-writer.js'
import { attempt, type Report } from '../../support/report.js'
import { ownFacts } from '../decorators/metadata.js'
import { isSharedSchema } from '../plan/check-entries.js'
import type { ContextPlan } from '../plan/context-plan.js'
import type { ModuleNode } from '../plan/module-node.js'
import { reportAtClass } from '../plan/report-at.js'

/**
 * Applies schemas and compilers of all modules of the context. A context has at most one compiler of each kind. A
 * schema object may be listed several times.
 */
export function applySchemas(instance: Instance, { members }: ContextPlan, report: Report): void {
  if (!members.some(({ node }) => hasSchemas(node))) return // most contexts have none
  const added = new Set<object>()
  for (const { node } of members) {
    if (!hasSchemas(node)) continue
    const reportHere = reportAtClass(report, node.Class)
    const writer = new ContextWriter(instance, node.registrant)
    for (const schema of node.fact.schemas.filter(isSharedSchema)) {
      if (added.has(schema)) continue
      added.add(schema)
      attempt(reportHere, () => writer.addSchema(schema, ownFacts(node.Class).place))
    }
    attempt(reportHere, () => applyCompilers(writer, node))
  }
}

function hasSchemas({ fact }: ModuleNode): boolean {
  const { schemas, validatorCompiler, serializerCompiler, schemaErrorFormatter } = fact
  return schemas.length > 0 || (validatorCompiler ?? serializerCompiler ?? schemaErrorFormatter) !== null
}

function applyCompilers(writer: ContextWriter, { fact }: ModuleNode): void {
  const { validatorCompiler, serializerCompiler, schemaErrorFormatter } = fact
  writer.setCompilers(validatorCompiler, serializerCompiler)
  if (schemaErrorFormatter !== null) writer.setSchemaErrorFormatter(schemaErrorFormatter)
}
