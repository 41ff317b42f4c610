import { z } from 'zod'
import { LIMITS } from '../../limits/limits.ts'
import { DEVICES, EXCLUSIONS, NETWORKS, SOURCES, TRAFFIC_KINDS } from '../../traffic/traffic-kinds.ts'
import { call } from '../call.ts'
import { historyEntity, sentencePart } from '../history-calls.ts'

/** Counts of all time. Excess is missing: the read model keeps no events of it. */
export const LIFE_FIGURES = [
  'visits',
  'uniques',
  'clicks',
  'downloads',
  'engaged',
  ...NETWORKS.map((network) => `click ${network}` as const),
  ...EXCLUSIONS.map((reason) => `excluded ${reason}` as const),
] as const
export type LifeFigure = (typeof LIFE_FIGURES)[number]

/** Absent ones are 0. */
const optionalCount = z.int().optional()
const figures = z.object(
  Object.fromEntries(LIFE_FIGURES.map((figure) => [figure, optionalCount])) as Record<
    LifeFigure,
    typeof optionalCount
  >,
)
export type LifeFigures = z.infer<typeof figures>

const lifeEvent = z
  .object({
    position: z.string(),
    at: z.iso.datetime(),
    type: z.string(),
    /** How many events it stands for: sign-ins are counted by the day. */
    count: z.int().min(1),
    /** Empty of traffic, which `traffic` tells. */
    sentence: z.array(sentencePart),
    /** Of the profile or account, where the event made one. */
    version: z.int().min(1).nullable(),
    /** Names of the fields that it changed. */
    changed: z.array(z.string()),
    traffic: z
      .object({
        kind: z.enum(TRAFFIC_KINDS),
        network: z.enum(NETWORKS).nullable(),
        source: z.enum(SOURCES),
        device: z.enum(DEVICES),
        /** Numbers the profile's visitors in the order of their first event. */
        visitor: z.int().min(1),
        /** Why it did not count when it came. */
        reason: z.enum(EXCLUSIONS).nullable(),
      })
      .nullable(),
    /** What the event added to each figure; less than 0 where it took away. */
    added: figures,
  })
  .meta({ id: 'LifeEvent' })
export type LifeEvent = z.infer<typeof lifeEvent>

const life = z
  .object({
    entity: historyEntity,
    /** Older events that are not listed, and the figures after the last of them. */
    skipped: z.int().min(0),
    before: figures,
    /** Position of the last of them that made a version; null: none did. */
    version_before: z.string().nullable(),
    /** In the order of the log, the newest last. */
    events: z.array(lifeEvent),
  })
  .meta({ id: 'Life' })
export type Life = z.infer<typeof life>

export const getAdminLife = call({
  method: 'get',
  path: '/api/admin/life/{kind}/{id}',
  summary:
    'The life of a profile or account: its newest 20,000 events in order, with what each added to the figures. That it was read is recorded once an hour.',
  access: 'admin',
  params: z.object({
    kind: z.enum(['profile', 'account'], 'Solo se puede reproducir un perfil o una cuenta.'),
    id: z.string().max(LIMITS.lineCharsMax),
  }),
  reads: ['history', 'traffic', 'visitors', 'profiles', 'accounts'],
  answer: life,
  refusals: ['not-found'],
})
