import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { spanBefore, spanOfRange, type Range } from '@app/contracts/traffic/ranges.ts'
import { openReadSide, reusedReadSides, type Given, type ReadSide } from '../testing/read-side.ts'
import { ANA, BEA, DEMO, clicked, downloaded, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from './projection.ts'
import { firstTrafficDay, trafficFigures, type TrafficFigures } from './queries.ts'

const openSide = reusedReadSides()

const TODAY = '2026-11-20'
const noon = (second: number, day = TODAY): string =>
  new Date(Date.parse(`${day}T15:00:00.000Z`) + second * 1_000).toISOString()
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

let side: ReadSide
beforeEach(async () => {
  side = await openSide()
})
afterEach(() => side.close())

const rangeFigures = (range: Range): Promise<TrafficFigures> => {
  const span = spanOfRange(range, TODAY, null)
  return trafficFigures(side.reader, { profileId: DEMO, span, before: spanBefore(range, span) })
}

async function figuresOf(...events: readonly Given[]): Promise<TrafficFigures> {
  await side.given(...events)
  await side.project(trafficProjection)
  return rangeFigures('12m')
}

describe('counting', () => {
  test('a tap, a click and a download of a person are counted, by source and by network', async () => {
    const { total, breakdown } = await figuresOf(
      tapped({ visitor: ANA, at: noon(0), source: 'qr' }),
      clicked({ visitor: ANA, at: noon(5), network: 'linkedin' }),
      downloaded({ visitor: ANA, at: noon(9) }),
    )
    expect(total).toEqual({ visits: 1, clicks: 1, downloads: 1, uniques: 1, engaged: 1 })
    expect(breakdown).toEqual({
      source: { qr: 1 },
      referrer: { none: 1 },
      device: { iphone: 1 },
      network: { linkedin: 1 },
    })
  })

  test('robots, empty user agents, previews, HEADs and own views are kept under their reason [FIG-7]', async () => {
    const { total, breakdown } = await figuresOf(
      tapped({ visitor: ANA, at: noon(0), userAgent: BOT }),
      tapped({ visitor: ANA, at: noon(0), userAgent: '' }),
      tapped({ visitor: ANA, at: noon(0), purpose: 'prefetch;prerender' }),
      tapped({ visitor: ANA, at: noon(0), request: 'head' }),
      tapped({ visitor: ANA, at: noon(0), actor: { kind: 'owner', id: 'o' } }),
      tapped({ visitor: ANA, at: noon(0), actor: { kind: 'admin', id: 'a' } }),
      downloaded({ visitor: ANA, at: noon(0), request: 'part' }),
      clicked({ visitor: ANA, at: noon(0), userAgent: BOT }),
    )
    expect(total).toEqual({ visits: 0, clicks: 0, downloads: 0, uniques: 0, engaged: 0 })
    expect(breakdown).toEqual({
      'excluded-tap': { robot: 2, preview: 2, own: 2 },
      'excluded-download': { preview: 1 },
      'excluded-click': { robot: 1 },
    })
  })

  test('taps at 0, 20 and 40 s count two: a repeat is measured from a counted tap [FIG-5]', async () => {
    const { total, breakdown } = await figuresOf(
      ...[0, 20, 40].map((second) => tapped({ visitor: ANA, at: noon(second) })),
    )
    expect(total.visits).toBe(2)
    expect(breakdown['excluded-tap']).toEqual({ repeat: 1 })
  })

  test('30 s after a counted tap is a repeat, a millisecond later is not [FIG-5]', async () => {
    const { total } = await figuresOf(
      tapped({ visitor: ANA, at: noon(0) }),
      tapped({ visitor: ANA, at: noon(30) }),
      tapped({ visitor: BEA, at: noon(0) }),
      tapped({ visitor: BEA, at: noon(30.001) }),
    )
    expect(total.visits).toBe(3)
  })

  test('a robot’s tap makes no repeat of the person’s that follows', async () => {
    const { total } = await figuresOf(
      tapped({ visitor: ANA, at: noon(0), userAgent: BOT }),
      tapped({ visitor: ANA, at: noon(1) }),
    )
    expect(total.visits).toBe(1)
  })

  test('two downloads within 60 s are one saved contact [FIG-5]', async () => {
    const { total, breakdown } = await figuresOf(
      downloaded({ visitor: ANA, at: noon(0) }),
      downloaded({ visitor: ANA, at: noon(60) }),
      downloaded({ visitor: ANA, at: noon(61) }),
    )
    expect(total.downloads).toBe(2)
    expect(breakdown['excluded-download']).toEqual({ repeat: 1 })
  })

  test('a tap that comes late makes the one that was counted a repeat', async () => {
    await figuresOf(tapped({ visitor: ANA, at: noon(20) }))
    const { total, breakdown } = await figuresOf(tapped({ visitor: ANA, at: noon(0) }))
    expect(total.visits).toBe(1)
    expect(breakdown['excluded-tap']).toEqual({ repeat: 1 })
  })

  test('a request for a preview of the page is no visit, and is counted by its app', async () => {
    const { total, breakdown } = await figuresOf({
      type: 'PagePreviewed',
      at: noon(0),
      data: { profileId: DEMO, app: 'whatsapp', userAgent: 'WhatsApp/2.23', request: 'get' },
    })
    expect(total.visits).toBe(0)
    expect(breakdown).toEqual({ shared: { whatsapp: 1 } })
  })

  test('a preview that was recorded under the wrong app is counted by its user agent', async () => {
    const agents = ['Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0', 'A former robot/1.0']
    const previews = agents.map((userAgent) => ({
      type: 'PagePreviewed' as const,
      at: noon(0),
      data: { profileId: DEMO, app: 'x', userAgent, request: 'get' as const },
    }))
    expect((await figuresOf(...previews)).breakdown).toEqual({ shared: { imessage: 1, x: 1 } })
  })
})

describe('days and people', () => {
  test('a tap belongs to its day in Santiago, also where midnight is missing [FIG-4]', async () => {
    await figuresOf(
      tapped({ visitor: ANA, at: '2026-09-06T03:59:59.000Z' }),
      tapped({ visitor: BEA, at: '2026-09-06T04:00:00.000Z' }),
    )
    expect(await side.rows('select day::text, visits from read.traffic_days order by day')).toEqual([
      { day: '2026-09-05', visits: 1 },
      { day: '2026-09-06', visits: 1 },
    ])
  })

  test('a visitor of three days is one unique visitor of the range and one of each day [FIG-3]', async () => {
    await figuresOf(
      ...['2026-11-16', '2026-11-18', '2026-11-20'].map((day) => tapped({ visitor: ANA, at: noon(0, day) })),
      tapped({ visitor: BEA, at: noon(0, '2026-11-18') }),
    )
    const week = await rangeFigures('7d')
    expect(week.total.uniques).toBe(2)
    expect(week.buckets.map(({ uniques }) => uniques)).toEqual([0, 0, 1, 0, 2, 0, 1])
  })

  test('a visitor who visited and acted on the same day is engaged', async () => {
    const { total } = await figuresOf(
      tapped({ visitor: ANA, at: noon(0, '2026-11-18') }),
      clicked({ visitor: ANA, at: noon(0, '2026-11-19') }),
      clicked({ visitor: BEA, at: noon(0, '2026-11-18') }),
      tapped({ visitor: BEA, at: noon(5, '2026-11-18') }),
    )
    expect(total).toMatchObject({ uniques: 2, engaged: 1 })
  })

  test('the first day is the first with anything, counted or not', async () => {
    await side.close()
    side = await openReadSide() // the others' databases have tables
    expect(await firstTrafficDay(side.reader, DEMO).catch(() => 'no tables yet')).toBe('no tables yet')
    await figuresOf(tapped({ visitor: ANA, at: noon(0, '2026-11-01'), userAgent: BOT }))
    expect(await firstTrafficDay(side.reader, DEMO)).toBe('2026-11-01')
  })
})
