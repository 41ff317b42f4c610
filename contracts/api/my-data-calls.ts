import { z } from 'zod'
import { isBlocked } from '../fields/blocked.ts'
import { LIMITS } from '../limits/limits.ts'
import { DEVICES, NETWORKS, REFERRERS, SOURCES, TRAFFIC_KINDS } from '../traffic/traffic-kinds.ts'
import { call } from './call.ts'
import { SHOWN_STATUSES } from './reminder-calls.ts'
import { message, profileIdParam, TRAFFIC_BY_PROFILE_ID } from './call-parts.ts'

const form = z.object({
  at: z.iso.datetime(),
  full_name: z.string(),
  phone: z.string(),
  description: z.string(),
  position: z.string().meta({ description: 'Number of its event.' }),
  consent: z.object({
    version: z.string(),
    text: z.string().nullable().meta({ description: 'What was agreed to; null where no text was shown.' }),
  }),
})

const moment = z.object({
  at: z.iso.datetime(),
  kind: z.enum(TRAFFIC_KINDS),
  network: z.enum(NETWORKS).nullable().meta({ description: 'Of a click.' }),
  source: z.enum(SOURCES),
  device: z.enum(DEVICES),
  referrer: z.enum(REFERRERS),
})

const reminder = z.object({
  email: z.string().meta({ description: 'Masked; empty where it cannot be read any more.' }),
  subscribed_at: z.iso.datetime(),
  status: z.enum(SHOWN_STATUSES),
})
export type MyReminder = z.infer<typeof reminder>

const total = z.int().min(0).meta({ description: 'Of all, also of those beyond the limit of the list.' })

export const myData = z
  .object({
    profile: z.object({ slug: z.string(), name: z.string() }),
    is_blocked: isBlocked,
    forms: z.array(form).max(LIMITS.myFormsMax),
    forms_total: total,
    name_sent: z.string().nullable().meta({ description: 'The name that came with clicks and downloads.' }),
    moments: z.array(moment).max(LIMITS.myMomentsMax),
    moments_total: total,
    reminders: z
      .array(reminder)
      .max(LIMITS.myRemindersMax)
      .meta({ description: 'Subscriptions that were made with this browser.' }),
  })
  .meta({ id: 'MyData', description: 'What one visitor left on one profile, the newest first.' })
export type MyData = z.infer<typeof myData>

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
  answer: myData,
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
    'Erases what this visitor said of themselves, and the reminders that they asked for with this browser. Figures stay, without saying whose they are.',
  limit: { name: 'rights-act' },
  audited: { done: 'visitor-erased' },
  answer: z.object({ message }).meta({ id: 'Erased' }),
})
