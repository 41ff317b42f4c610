import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { unifiedFigures, type DashboardOwner } from '../load/dashboard-pair.ts'
import type { InformationTable } from '../part.ts'

/** A server process reports what it did ten seconds after it fell idle at the latest. */
const REPORTED_MS = 11_000
const COUNTED_ANSWERS = 100

interface WorkingSide {
  readonly owner: DashboardOwner
  readonly client: pg.Client
}

interface Work {
  readonly statements: number
  readonly rows: number
}

async function workOf({ client }: WorkingSide): Promise<Work> {
  await pause(REPORTED_MS)
  const { rows } = await client.query<Work>(
    `select xact_commit::int as statements, (tup_returned + tup_fetched)::int as rows
     from pg_stat_database where datname = current_database()`,
  )
  return rows[0]!
}

/** Each statement of `unified` is a transaction of its own; what the product does at rest is subtracted. */
export async function workTable(bench: Readonly<Record<string, WorkingSide>>): Promise<InformationTable> {
  const rows: string[][] = []
  for (const [name, side] of Object.entries(bench)) {
    const [first, rested] = [await workOf(side), await workOf(side)]
    const atRest = performance.now()
    await unifiedFigures(side.owner, COUNTED_ANSWERS)
    const asked = (performance.now() - atRest) / REPORTED_MS
    const last = await workOf(side)
    const per = (of: keyof Work): string => {
      const idle = (rested[of] - first[of]) * (1 + asked)
      return ((last[of] - rested[of] - idle) / (2 * COUNTED_ANSWERS)).toFixed(1)
    }
    rows.push([name, per('statements'), per('rows')])
  }
  return { head: ['an answer of `unified`', 'statements', 'rows read'], rows }
}
