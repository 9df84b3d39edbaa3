/** The rules for code assistants in a new project. docs/guide/agents.md explains them. */
export const agentsFile = `# Rules for code assistants

This project is an HTTP server on alcove. Classes carry decorators, and every \`@Module\` is an encapsulation context.

## Look things up

Do not guess from Nest or Fastify. The installed package holds its documentation:

- \`node_modules/alcove/dist/llms.txt\` lists all pages, with the question that each answers.
- \`node_modules/alcove/dist/llms-full.txt\` is one file: the public declarations, then the guide.
- \`node_modules/alcove/docs/errors/<CODE>.md\` explains the error of that code and shows the fix.

## Commands

| command | use it to |
|---|---|
| \`npm run check\` | find every mistake of the declarations, without listening |
| \`npm test\` | compile, and run \`src/**/*.test.ts\` |
| \`npx alcove tree\` | see the contexts and what each adds |
| \`npx alcove routes\` | see the routes with their schemas, guards and hooks |
| \`npx alcove explain GET /notes\` | see what runs for one route |
| \`npx alcove explain GET /notes name\` | see why the route has no access to a name, and the fix |

Run \`npm run check\` and \`npm test\` before you finish. Both must pass.

## Contexts

- Hooks, guards, error handlers, values, schemas, providers and plugins of a module apply there and in the modules below.
- A sibling module never sees them. To share a declaration, move it to a module above both.
- To give it to the importing module, put \`@PluginWrapped()\` on the module that declares it.
- List every class in a module: \`controllers\`, \`providers\`, \`schemas\`, \`imports\`, \`plugins\`. Nothing is found by its file name.
- Plugins of Fastify go into \`plugins\`, with options as \`use(plugin, options)\`.

## Code

- Import from \`alcove\`, and from \`alcove/testing\` in tests. Never import from \`@nestjs/*\` or \`fastify\`.
- Relative imports end in \`.js\`. Never import the class of a constructor parameter with \`import type\`: injection needs the class.
- Keep \`experimentalDecorators\` and \`emitDecoratorMetadata\` in tsconfig.json.
- Give every body, query and path parameter a schema. The type of the parameter follows from it: \`Infer<typeof Note>\`.
- Declare a schema that two routes need with \`shared()\`. List it in \`schemas\` of their module, and refer to it by \`.ref\`.
- Give every response a schema. Properties without a schema are never sent.
- For a status other than 200, return \`answer(status, body)\`, or put \`@Status(201)\` on the method.
- Protect routes with \`@Guard()\` on a module, a controller or a method.
- In tests, \`createTestApp(AppModule)\` boots the module, and \`app.inject()\` sends requests without a port.
`
