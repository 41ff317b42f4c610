// @module-tag facts
import { expect, test } from 'vitest'
import { wallHourInSantiago } from '@app/contracts/calendar.ts'
import type { Projection } from '../runtime/projection.ts'
import { eventOf, openReadSide } from '../testing/read-side.ts'
import { ANA, DEMO, clicked, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from './projection.ts'

const FACTS = 2_500
const PAGE = 500
const NOON = Date.parse('2026-11-18T15:00:00.000Z')
const at = (second: number): string => new Date(NOON + second * 1_000).toISOString()

test('folding very many facts of one visitor again lets other work run in between', async () => {
  const side = await openReadSide()
  for (let from = 0; from < FACTS; from += PAGE) {
    const clicks = Array.from({ length: PAGE }, (_, n) =>
      eventOf(clicked({ visitor: ANA, at: at(from + n) })),
    )
    await side.store.append(`interaction-${from}`, 'noStream', clicks)
  }
  await side.project(trafficProjection)
  const turns: boolean[] = []
  let hadTurn: boolean | undefined
  const listened: Projection = {
    ...trafficProjection,
    project: (tx, facts) =>
      trafficProjection.project(
        {
          query: async (text, values) => {
            if (hadTurn !== undefined) turns.push(hadTurn)
            hadTurn = undefined
            const rows = await tx.query<never>(text, values)
            if (/from traffic_facts/.test(text)) {
              hadTurn = false
              setImmediate(() => {
                if (hadTurn === false) hadTurn = true
              })
            }
            return rows
          },
        },
        facts,
      ),
  }
  await side.given(tapped({ visitor: ANA, at: at(-10) }))
  await side.project(listened)
  expect(turns).toEqual([true])
  const { day } = wallHourInSantiago(NOON)
  const [row] = await side.rows(
    'select visits, clicks, engaged from read.traffic_days where profile_id = $1 and day = $2',
    [DEMO, day],
  )
  expect(row).toEqual({ visits: 1, clicks: FACTS, engaged: 1 })
  await side.close()
})
