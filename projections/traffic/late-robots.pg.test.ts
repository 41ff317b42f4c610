import { afterEach, beforeEach, expect, test } from 'vitest'
import { REPEAT_TAP_MS } from '@app/contracts/traffic/definitions.ts'
import type { Projection } from '../runtime/projection.ts'
import { openReadSide, type ReadSide } from '../testing/read-side.ts'
import { ANA, DEMO, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from './projection.ts'

const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const REPEAT_S = REPEAT_TAP_MS / 1_000
const at = (second: number): string =>
  new Date(Date.parse('2026-11-20T10:00:00.000Z') + second * 1_000).toISOString()

let side: ReadSide
let texts: string[]
beforeEach(async () => {
  side = await openReadSide()
  texts = []
})
afterEach(() => side.close())

/** The projection, with its statements recorded. */
const listened: Projection = {
  ...trafficProjection,
  project: (tx, facts) =>
    trafficProjection.project(
      {
        query: (text, values) => {
          texts.push(text)
          return tx.query(text, values)
        },
      },
      facts,
    ),
}
const readAgain = (): number => texts.filter((text) => /from traffic_facts t/.test(text)).length

test('a late fact that never counts causes no re-read of facts', async () => {
  await side.given(
    tapped({ visitor: ANA, at: at(500) }),
    tapped({ visitor: ANA, at: at(500 + 4 * REPEAT_S), userAgent: BOT }),
  )
  await side.project(listened)
  await side.given(
    tapped({ visitor: ANA, at: at(0), userAgent: BOT }),
    tapped({ visitor: ANA, at: at(100), request: 'head' }),
    tapped({ visitor: ANA, at: at(200), actor: { kind: 'owner', id: 'o' } }),
  )
  await side.project(listened)
  // After the last one that counts, before the robot's.
  await side.given(tapped({ visitor: ANA, at: at(500 + 2 * REPEAT_S) }))
  await side.project(listened)
  expect(readAgain()).toBe(0)
  const [day] = await side.rows('select visits, uniques from read.traffic_days where profile_id = $1', [DEMO])
  expect(day).toEqual({ visits: 2, uniques: 1 })
  await side.given(tapped({ visitor: ANA, at: at(490) }))
  await side.project(listened)
  expect(readAgain()).toBe(1)
})
