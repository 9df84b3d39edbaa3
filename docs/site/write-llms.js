// Writes llms.txt and llms-full.txt into the package: the last step of `npm run build`.
import { join } from 'node:path'
import { writeLlms } from './llms.js'

await writeLlms(join(import.meta.dirname, '..', '..', 'dist'), '../docs/')
