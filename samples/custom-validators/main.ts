// A validator compiler replaces the default validator by another library: here one for each module.
// Start it: npm run build:all && node build/samples/custom-validators/main.js
import { Body, bootstrap, Controller, Module, Post, type ValidatorCompiler } from 'alcove'
import Joi from 'joi'
import * as yup from 'yup'
import { z } from 'zod'
import { startWhenMain } from '../start.js'

// A compiler gets the schema as the route declares it. It returns a function from data to `{ value }` or `{ error }`.

const compileJoi: ValidatorCompiler = ({ schema }) => {
  if (!Joi.isSchema(schema)) throw new TypeError('not a schema of Joi')
  return (data) => schema.validate(data)
}

const compileYup: ValidatorCompiler = ({ schema }) => {
  if (!(schema instanceof yup.Schema)) throw new TypeError('not a schema of Yup')
  return (data) => {
    try {
      return { value: schema.validateSync(data, { stripUnknown: true }) }
    } catch (error) {
      return { error }
    }
  }
}

// An error in the structure of the default validator keeps the default message: part and path, then the text.
const compileZod: ValidatorCompiler = ({ schema }) => {
  if (!(schema instanceof z.ZodType)) throw new TypeError('not a schema of Zod')
  return (data) => {
    const { success, data: value, error } = schema.safeParse(data)
    if (success) return { value }
    const failures = error.issues.map(({ path, message }) => ({ instancePath: ['', ...path].join('/'), message }))
    return { error: failures }
  }
}

const JoiUser = Joi.object({ name: Joi.string().max(20).required(), age: Joi.number().integer().default(18) })

@Controller()
class JoiController {
  @Post('/joi')
  create(@Body(JoiUser) user: { name: string; age: number }) {
    return user
  }
}

const YupUser = yup.object({ name: yup.string().max(20).required(), age: yup.number().integer().default(18) })

@Controller()
class YupController {
  @Post('/yup')
  create(@Body(YupUser) user: yup.InferType<typeof YupUser>) {
    return user
  }
}

const ZodUser = z.object({ name: z.string().max(20), age: z.coerce.number().int().default(18) })

@Controller()
class ZodController {
  @Post('/zod')
  create(@Body(ZodUser) user: z.infer<typeof ZodUser>) {
    return user
  }
}

@Module({ validatorCompiler: compileJoi, controllers: [JoiController] })
class JoiModule {}

@Module({ validatorCompiler: compileYup, controllers: [YupController] })
class YupModule {}

@Module({ validatorCompiler: compileZod, controllers: [ZodController] })
class ZodModule {}

@Module({ imports: [JoiModule, YupModule, ZodModule] })
class AppModule {}

export const app = bootstrap(AppModule)

const good = `--json '{"name":"Ada","age":"36"}'`
const bad = `--json '{"age":36}'`

await startWhenMain(import.meta, app, [
  [`/joi ${good}`, '200 {"name":"Ada","age":36}'],
  [`/joi ${bad}`, '400 …\\"name\\" is required…'],
  [`/yup ${good}`, '200 {"age":36,"name":"Ada"}'],
  [`/yup ${bad}`, '400 …name is a required field…'],
  [`/zod ${good}`, '200 {"name":"Ada","age":36}'],
  [`/zod ${bad}`, '400 …body/name Invalid input: expected string, received undefined…'],
])
