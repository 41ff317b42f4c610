import { expect, onTestFinished, test, vi } from 'vitest'
import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { TRAFFIC_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { VISITOR_FACTS_A_DAY_MAX } from '@app/contracts/traffic/definitions.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/demo-profile.ts'
import { caughtUp } from '../kills/product-log.ts'
import { inDatabaseOf } from '../support/large-log.ts'
import { asAdministrator, PHONE, tap } from '../support/processes/product-calls.ts'
import { createUsedFolder, startProductProcess } from '../support/processes/product-process.ts'

vi.setConfig({ testTimeout: 480_000, hookTimeout: 480_000 })

const { burst, perSecond } = TRAFFIC_LIMITS.dated
const DAY_SECONDS = 86_400
/** The clicks that one address may send in 24 hours. */
const CLICKS = burst + DAY_SECONDS * perSecond
const VISITOR = 'a0000000-0000-4000-8000-00000000000a'

/** As the API would have appended them, a second apart, from moments of the seven days before. */
const LATE_CLICKS = `
  insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
  select last.position + n, 'interaction-' || id, 0, id, 'LinkClicked', 1,
    jsonb_build_object('profileId', $2::text, 'visitorId', $3::text, 'network', 'whatsapp', 'request', 'get', 'userAgent', $4::text),
    jsonb_build_object('actor', jsonb_build_object('kind', 'visitor', 'id', $3::text), 'correlationId', id, 'causationId', null,
      'occurredAt', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), now()
  from (select position from log.events order by position desc limit 1) last,
    (select n, gen_random_uuid() as id,
       now() - interval '8 days' + n * interval '1 second' - (n * 7919 % 600000) * interval '1 second' as at
     from generate_series(1, $1::bigint) n) clicks`

const clicksIn = ({ clicks }: UnifiedAnalytics['excluded_by_reason']): number =>
  Object.values(clicks).reduce((sum, count) => sum + count, 0)

test('a product starts in 512 MB and answers after a day of late clicks at the quota [SPEED-8]', async () => {
  const folder = await createUsedFolder()
  onTestFinished(folder.remove)
  const password = folder.password
  await inDatabaseOf(folder.path, async (client) => {
    const { rowCount } = await client.query(LATE_CLICKS, [CLICKS, DEMO_PROFILE_ID, VISITOR, PHONE])
    expect(rowCount).toBe(CLICKS)
  })
  const env = { NODE_OPTIONS: '--max-old-space-size=512' }
  const product = await startProductProcess({ dataDir: folder.path, env })
  await caughtUp(product.url)
  expect((await tap(product.url)).status).toBe(200)
  await caughtUp(product.url)
  const path = `/api/analytics/${DEMO_PROFILE_ID}/unified?date_range=1m`
  const figures = (await asAdministrator(product.url, password, path)) as UnifiedAnalytics
  // They fall on eight or nine days in Santiago.
  expect(figures.social_clicks_total).toBeGreaterThanOrEqual(7 * VISITOR_FACTS_A_DAY_MAX)
  expect(figures.social_clicks_total).toBeLessThanOrEqual(9 * VISITOR_FACTS_A_DAY_MAX)
  expect(figures.social_clicks_total + clicksIn(figures.excluded_by_reason)).toBe(CLICKS)
})
