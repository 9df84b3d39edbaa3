/** Apart from W9, so that a process has zod only for W9. */
import { z } from 'zod'

export const Ticket = z.object({
  title: z.string().min(1).max(200),
  priority: z.int().min(1).max(5),
  labels: z.array(z.string().max(50)).max(20).default([]),
  reporter: z.object({ name: z.string().max(100), email: z.email() }),
  comments: z.array(z.object({ text: z.string().max(1000), likes: z.int().min(0) })).max(50),
})
export type Ticket = z.infer<typeof Ticket>
