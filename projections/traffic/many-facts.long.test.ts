import { expect, test } from 'vitest'
import { wallHourInSantiago } from '@app/contracts/calendar.ts'
import type { Projection } from '../runtime/projection.ts'
import { eventOf, openReadSide } from '../testing/read-side.ts'
import { ANA, DEMO, clicked, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from './projection.ts'

const DAYS = 5
const FACTS_A_DAY = 450
const DAY_SECONDS = 86_400
const NOON = Date.parse('2026-11-18T15:00:00.000Z')
const at = (second: number): string => new Date(NOON + second * 1_000).toISOString()

test('folding very many facts of one visitor again yields to other work', async () => {
  const side = await openReadSide()
  for (let day = 0; day < DAYS; day += 1) {
    const clicks = Array.from({ length: FACTS_A_DAY }, (_, n) =>
      eventOf(clicked({ visitor: ANA, at: at(day * DAY_SECONDS + n) })),
    )
    await side.store.append(`interaction-${day}`, 'noStream', clicks)
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
            if (/from traffic_facts t/.test(text)) {
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
  await side.given(
    ...Array.from({ length: DAYS }, (_, day) => tapped({ visitor: ANA, at: at(day * DAY_SECONDS - 10) })),
  )
  await side.project(listened)
  expect(turns).toEqual([true])
  const { day } = wallHourInSantiago(NOON)
  const [row] = await side.rows(
    'select visits, clicks, engaged from read.traffic_days where profile_id = $1 and day = $2',
    [DEMO, day],
  )
  expect(row).toEqual({ visits: 1, clicks: FACTS_A_DAY, engaged: 1 })
  await side.close()
})
