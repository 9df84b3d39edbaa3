/** What a value stands in that is validated for itself; whoever gave it has it changed in place. */
export class RootHolder {
  value: unknown = null
}
