import { withConnection } from '@app/postgres/connection.ts'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import type { BuildTransaction } from '../../runtime/projection.ts'
import { TRAFFIC_TABLES } from '../tables.ts'
import { applyCorrections, type TrafficCorrection } from './corrections.ts'

const PROFILE = 'd0d0d0d0-0000-4000-8000-000000000001'
const FACTS = 2_000
const CORRECTED = 100

const uuid = (kind: string, n: number): string =>
  `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const FILL = `insert into traffic_facts
  (profile_id, visitor_id, event_id, at, position, kind, source, referrer, device)
  select $1, $2, ('e0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n * 60000, n, 'tap', 'qr', '', ''
  from generate_series(1, ${FACTS}) n`

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Loops': number
  readonly Plans?: readonly Plan[]
}

const scansOfFacts = (plan: Plan): number =>
  (plan['Relation Name'] === 'traffic_facts' ? plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + scansOfFacts(part), 0)

test('many corrections of one visitor read the facts of that visitor once', async () => {
  const { url } = await createTestDatabase()
  await withConnection(url, async (client) => {
    await client.query(TRAFFIC_TABLES.replaceAll('create table', 'create temporary table'))
    await client.query(FILL, [PROFILE, uuid('a', 1)])
    await client.query('analyze traffic_facts')
    let scans = 0
    const tx = {
      query: async (text: string, values?: unknown[]) => {
        if (text.startsWith('select')) {
          const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>(
            `explain (analyze, format json) ${text}`,
            values,
          )
          scans += scansOfFacts(rows[0]!['QUERY PLAN'][0].Plan)
        }
        return (await client.query<object>(text, values)).rows
      },
    } as unknown as BuildTransaction
    const corrections: readonly TrafficCorrection[] = [
      {
        kind: 'correction-applied',
        correctionId: uuid('c', 1),
        profileId: PROFILE,
        facts: Array.from({ length: CORRECTED }, (_, n) => ({
          visitorId: uuid('a', 1),
          eventId: uuid('e', n + 1),
        })),
      },
    ]
    const found = await applyCorrections(tx, corrections)
    expect([...found.values()]).toEqual([
      { key: { profileId: PROFILE, visitorId: uuid('a', 1) }, days: new Set(['1969-12-31']) },
    ])
    expect(scans).toBe(1)
  })
})
