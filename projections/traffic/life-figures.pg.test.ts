import { expect, test } from 'vitest'
import { LIFE_FIGURES, type LifeFigure, type LifeFigures } from '@app/contracts/api/admin/life-calls.ts'
import { spanOfRange } from '@app/contracts/traffic/ranges.ts'
import { createRandom, oneOf } from '@app/generator/random.ts'
import { reusedReadSides, type Given } from '../testing/read-side.ts'
import { clicked, DEMO, downloaded, tapped } from '../testing/traffic-story.ts'
import { createLifeFold, listLifeFacts } from './life-figures.ts'
import { trafficProjection } from './projection.ts'
import { trafficFigures } from './queries.ts'

const START = Date.parse('2026-09-06T02:55:00Z')
const EVENTS = 40
const random = createRandom(Number(process.env['TEST_SEED']))
const openSide = reusedReadSides()

const uuid = (kind: string, n: number): string =>
  `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const KINDS = { tap: tapped, click: clicked, download: downloaded } as const
const ROBOT = 'Googlebot/2.1 (+http://www.google.com/bot.html)'
const NETWORKS = ['whatsapp', 'email', 'custom'] as const

/** Few visitors within ten minutes around midnight, in no order: late events, repeats and equal instants. */
const facts = Array.from({ length: EVENTS }, (_, n) => ({
  visitorId: uuid('a', Math.floor(random() * 3)),
  eventId: uuid('e', n),
  kind: oneOf(random, ['tap', 'tap', 'click', 'download'] as const),
  atMs: START + Math.floor(random() * 40) * 15_000,
}))
const events: readonly Given[] = facts.map(({ visitorId, eventId, kind, atMs }) =>
  KINDS[kind]({
    visitor: visitorId,
    id: eventId,
    at: new Date(atMs).toISOString(),
    ...(kind === 'click' && { network: oneOf(random, NETWORKS) }),
    ...(random() < 0.1 && { userAgent: ROBOT }),
  }),
)

test('figures after each event equal those of the read model at that position [PROJ-2]', async () => {
  const side = await openSide()
  const expected: LifeFigures[] = []
  for (const event of events) {
    await side.given(event)
    await side.project(trafficProjection)
    expected.push(await figuresOf(side.reader))
  }

  const stored = [...(await listLifeFacts(side.reader, DEMO, EVENTS + 1))]
  expect(stored).toHaveLength(EVENTS)
  const fold = createLifeFold()
  const sums = new Map<LifeFigure, number>()
  for (const [at, fact] of stored.entries()) {
    const { added } = fold.add(fact)
    for (const figure of LIFE_FIGURES) sums.set(figure, (sums.get(figure) ?? 0) + (added[figure] ?? 0))
    expect([at, withoutZeros(Object.fromEntries(sums))]).toEqual([at, withoutZeros(expected[at]!)])
  }
})

const withoutZeros = (figures: LifeFigures): LifeFigures =>
  Object.fromEntries(Object.entries(figures).filter(([, count]) => count !== 0))

async function figuresOf(db: Parameters<typeof trafficFigures>[0]): Promise<LifeFigures> {
  const span = spanOfRange('all-time', '2026-11-20', '2026-09-01')
  const { total, breakdown } = await trafficFigures(db, { profileId: DEMO, span, before: null })
  const figures: Record<string, number> = { ...total }
  for (const [network, count] of Object.entries(breakdown.network ?? {})) figures[`click ${network}`] = count
  for (const kind of ['tap', 'click', 'download'] as const)
    for (const [reason, count] of Object.entries(breakdown[`excluded-${kind}`] ?? {}))
      figures[`excluded ${reason}`] = (figures[`excluded ${reason}`] ?? 0) + count
  return figures as LifeFigures
}
