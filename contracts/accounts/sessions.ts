import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { DEVICES } from '../traffic/traffic-kinds.ts'
import { call } from '../api/call.ts'
import { message } from '../api/call-parts.ts'

export const postLogout = call({
  method: 'post',
  path: '/api/auth/logout',
  summary: 'Ends this session, everywhere within 3 s.',
  access: 'signed-in',
  bodyType: 'none',
  answer: z.object({ message }),
})

export const ownSession = z
  .object({
    id: z.uuid(),
    device: z.enum(DEVICES),
    began_at: z.iso.datetime(),
    seen_at: z.iso.datetime().meta({ description: 'Exact to five minutes.' }),
    is_current: z.boolean().meta({ description: 'Whether it is the one that asks.' }),
  })
  .meta({ id: 'OwnSession' })

export const getSessions = call({
  method: 'get',
  path: '/api/auth/sessions',
  summary: 'One’s open sessions, the latest used first.',
  access: 'signed-in',
  answer: z.array(ownSession).max(LIMITS.sessionsOfAccountMax),
})

export const deleteSession = call({
  method: 'delete',
  path: '/api/auth/sessions/{sessionId}',
  summary: 'Ends one of one’s sessions, everywhere within 3 s.',
  access: 'signed-in',
  params: z.object({ sessionId: z.string().max(LIMITS.lineCharsMax) }),
  answer: z.object({ message }),
  refusals: ['not-found'],
})
