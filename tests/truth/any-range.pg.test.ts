import { expect, test } from 'vitest'
import type { UnifiedAnalytics } from '@app/contracts/analytics/calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles/events.ts'
import { isFiltered } from '@app/contracts/traffic/figures-filter.ts'
import { daysBefore, RANGES, spanBefore, spanOfDays, spanOfRange } from '@app/contracts/traffic/ranges.ts'
import { DEVICES, NETWORKS, SOURCES } from '@app/contracts/traffic/traffic-kinds.ts'
import { unifiedOf } from '@app/services/analytics/unified.ts'
import { openReadSide, type ReadSide } from '@app/projections/testing/read-side.ts'
import { filteredFigures } from '@app/projections/traffic/filtered-figures.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { firstTrafficDay, trafficFigures } from '@app/projections/traffic/queries.ts'
import { isLong } from '../support/longer-runs.ts'
import { recount, recordedOf, type Asked, type Recorded } from './recount.ts'
import { firstMsOf, plusDays } from './santiago.ts'
import { createPick, idFrom, shuffled, SPECIAL_DAYS, storyOfSpecialDays, type Pick } from './stories.ts'
import { clicked, downloaded, type Told } from './told.ts'

const seed = Number(process.env['TEST_SEED'])
/** In the long run 100,000 facts. */
const CARDS = isLong ? 30 : 2
const RANGES_A_CARD = isLong ? 34 : 20
const [FIRST_DAY, DAYS] = ['2025-11-01', 860]
const DAY_FACTS_MAX = 1_000

/** More clicks than count on a day. */
const burst = (profileId: string): readonly Told[] =>
  Array.from({ length: DAY_FACTS_MAX + 30 }, (_none, n) => {
    const id = idFrom(`${profileId} burst ${n}`)
    return clicked(
      { profileId, visitor: idFrom('burst'), id, at: firstMsOf('2026-09-06') + 9e6 + n * 10 },
      'email',
    )
  })

/** By somebody who did nothing else on that day. */
const twoDownloads = (profileId: string): readonly Told[] =>
  [0, 40_000].map((ms) => {
    const id = idFrom(`${profileId} download ${ms}`)
    return downloaded({ profileId, visitor: idFrom('saver'), id, at: firstMsOf('2026-11-20') + 9e6 + ms })
  })

/** Some in the order of their time with late ones among them, others in any order. */
function logOf(profileId: string, card: number, pick: Pick): readonly Told[] {
  const days = Array.from({ length: isLong ? 15 : 3 }, () => plusDays(FIRST_DAY, pick(SOME_DAYS)))
  const all = [
    ...storyOfSpecialDays(profileId, seed + card, [...SPECIAL_DAYS, ...days]),
    ...burst(profileId),
    ...twoDownloads(profileId),
  ]
  const inAnyOrder = shuffled(all, pick)
  if (card % 2 === 1) return inAnyOrder
  const arrivesAt = new Map(
    all.map((told) => [told, atOf(told) + pick([0, 0, 0, 0, 60_000, 86_400_000, 9e9])]),
  )
  return inAnyOrder.toSorted((a, b) => arrivesAt.get(a)! - arrivesAt.get(b)!)
}
const SOME_DAYS = Array.from({ length: DAYS }, (_none, day) => day)
const atOf = ({ event }: Told): number => Date.parse(event.meta.occurredAt)

const tell = async (side: ReadSide, log: readonly Told[]): Promise<void> => {
  for (const { stream, event } of log) await side.store.append(stream, 'noStream', [event])
}

const rowsOf = (side: ReadSide): Promise<readonly (readonly object[])[]> =>
  Promise.all(
    ['facts', 'visitor_days', 'days'].map((table) =>
      side.rows(`select t::text as row from read.traffic_${table} t order by 1`),
    ),
  )

function anyAsked(pick: Pick): Asked {
  const day = pick([plusDays(FIRST_DAY, pick(SOME_DAYS)), pick(SPECIAL_DAYS)])
  const nowMs = firstMsOf(day) + pick([0, 3_600_000, 43_200_000])
  const filter = {
    ...(pick([true, false]) && { network: pick(NETWORKS) }),
    ...(pick([true, false, false]) && { source: pick(SOURCES) }),
    ...(pick([true, false, false]) && { device: pick(DEVICES) }),
    ...(pick([true, false, false, false]) && { hour: pick(HOURS) }),
  }
  const own = pick([undefined, { from: day, to: plusDays(day, pick([0, 1, 6, 30, 90, 364])) }])
  return { range: pick(RANGES), nowMs, ...(own && { own }), ...(pick([true, false]) && { filter }) }
}
const HOURS = ['6-23', '7-1', '6-8', '7-9', '5-8', '1-8', '2-8', '2-23']

type Figures = Omit<UnifiedAnalytics, 'visitors' | 'visitors_total'>

async function figuresOf(side: ReadSide, profileId: string, { range, nowMs, own, filter = {} }: Asked) {
  const trafficSince = await firstTrafficDay(side.reader, profileId)
  const span = own ? spanOfDays(own.from, own.to) : spanOfRange(range, dayInSantiago(nowMs), trafficSince)
  const before = own ? daysBefore(span) : spanBefore(range, span)
  const asked = { profileId, span, before }
  const figures = isFiltered(filter)
    ? await filteredFigures(side.reader, asked, filter)
    : await trafficFigures(side.reader, asked)
  const profile = { id: profileId, slug: '', ...NO_DETAILS, ...DEFAULT_THEME, ...NO_PICTURES }
  const people = { visitors: {}, visitorsTotal: 0, lagSeconds: 0, profileSince: '', trafficSince }
  return unifiedOf({ profile, range, span, before, figures, ...people })
}
const NO_PICTURES = { profile_image: null, company_logo: null, background_image: null, updated_at: '' }

function recounted(recorded: Recorded, asked: Asked): Partial<Figures> {
  const { filter = {} } = asked
  const {
    visitors: _v,
    visitors_total: _t,
    ...figures
  } = recount(recorded, {
    ...asked,
    ...(isFiltered(filter) ? { filter } : { filter: undefined }),
  } as Asked)
  return figures
}

test('figures of any days and filter equal a count of raw events, in a build from zero and in one that follows [FIG-1, FIG-5, PROJ-2]', async () => {
  const pick = createPick(seed)
  const [fromZero, following] = [await openReadSide(), await openReadSide()]
  for (let card = 0; card < CARDS; card += 1) {
    const profileId = idFrom(`card ${seed} ${card}`)
    const log = logOf(profileId, card, pick)
    await tell(fromZero, log)
    for (let from = 0; from < log.length; from += Math.ceil(log.length / 7)) {
      await tell(following, log.slice(from, from + Math.ceil(log.length / 7)))
      await following.project(trafficProjection, pick([20, 700]))
    }
    const recorded = recordedOf(
      log.map(({ event }) => event),
      profileId,
    )
    for (let n = 0; n < RANGES_A_CARD; n += 1) {
      const asked = anyAsked(pick)
      const expected = recounted(recorded, asked)
      expect(await figuresOf(following, profileId, asked), JSON.stringify(asked)).toMatchObject(expected)
    }
  }
  await fromZero.project(trafficProjection, 700)
  expect(await rowsOf(fromZero)).toEqual(await rowsOf(following))
  await Promise.all([fromZero.close(), following.close()])
}, 900_000)
