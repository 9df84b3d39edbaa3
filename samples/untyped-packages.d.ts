// Validator plugins for version 6 that have no types. An application that uses them needs the same lines.

declare module 'ajv-errors-6' {
  import type { ValidatorPlugin } from 'alcove'

  const plugin: ValidatorPlugin
  export = plugin
}

declare module 'ajv-merge-patch-6' {
  import type { ValidatorPlugin } from 'alcove'

  const plugin: ValidatorPlugin
  export = plugin
}

declare module 'ajv-i18n-6' {
  import type { SchemaFailure } from 'alcove'

  type Localize = (failures: SchemaFailure[] | null | undefined) => void
  const languages: Record<'de' | 'en' | 'es' | 'fr' | 'ja', Localize>
  export = languages
}
