import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'
import { call } from '../api/call.ts'
import { message, profileIdParam, TRAFFIC_BY_PROFILE_ID } from '../api/call-parts.ts'
import { keptThing } from './mailbox.ts'

/** Answer to the visitor; the request's answer has it word for word. */
export const OBJECTED =
  'Listo. Tus visitas a esta tarjeta ya no se cuentan desde este navegador, que olvidó su identificador. Las de antes quedan en las cifras, sin decir de quién son.'
export const ERASED =
  'Listo. Borramos lo que dijiste de ti en este perfil y los recordatorios que pediste, y este navegador olvidó su identificador.'

export const cardData = z
  .object({
    profile: z.object({ slug: z.string(), name: z.string() }),
    things: z
      .array(keptThing)
      .max(LIMITS.myRemindersMax + 1)
      .meta({
        description: 'Words and visits, and the newest reminders that were requested with this browser.',
      }),
  })
  .meta({ id: 'CardData', description: 'What one visitor left on one profile.' })
export type CardData = z.infer<typeof cardData>

const ofVisitor = {
  path: '/api/public/my-data/{profileId}',
  access: 'optional',
  params: profileIdParam,
  takes: ['Visitor-Id'],
  refusals: ['profile-not-found', 'visitor-not-found'],
} as const

export const MY_DATA_READS = ['visitors', 'traffic', 'subscriptions'] as const

export const getMyData = call({
  ...ofVisitor,
  method: 'get',
  summary: 'What this visitor left on a profile. Waits until the read models hold it, up to 2 s.',
  // The first of a day is a request with its answer in the log.
  limit: { ...TRAFFIC_BY_PROFILE_ID, appends: true },
  reads: MY_DATA_READS,
  answer: cardData,
})

export const postObjectMyData = call({
  ...ofVisitor,
  method: 'post',
  path: '/api/public/my-data/{profileId}/object',
  summary:
    'Notes that this visitor objects to being counted on the profile, once. The browser then drops its id, and says so with Visitor-Objects.',
  limit: { name: 'rights-act' },
  bodyType: 'none',
  answer: z.object({ message }).meta({ id: 'Objected' }),
})

export const deleteMyData = call({
  ...ofVisitor,
  method: 'delete',
  summary:
    'Erases the words that this visitor left, and the reminders that they requested with this browser. Figures stay, without saying whose they are.',
  limit: { name: 'rights-act' },
  audited: { done: 'visitor-erased' },
  answer: z.object({ message }).meta({ id: 'Erased' }),
})
