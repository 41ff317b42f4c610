import { z } from 'zod'
import { isBlocked } from '../fields/blocked.ts'

/** An account, as its owner and administrators see it. */
export const user = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    is_blocked: isBlocked,
    is_admin: z.boolean(),
    is_active: z.boolean(),
    activation_used: z.boolean(),
    profiles_count: z.int(),
    max_profiles: z.int(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>
