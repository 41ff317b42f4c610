import { findRunningPostgres } from '@app/services/product/embedded-postgres/cluster.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresUrl, withConnection } from '@app/services/platform/postgres/connection.ts'
import { EMBEDDED_DATABASE } from '@app/services/product/embedded-postgres/postgres-server.ts'
import { eventually } from '../support/eventually.ts'
import { NETWORKS } from '@app/contracts/traffic/kinds.ts'

/**
 * Reads the product's log from outside; log-places.ts opens logs other than Postgres.
 */

export interface LoggedEvent {
  readonly position: bigint
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly meta: Readonly<Record<string, unknown>>
}

const SELECT =
  'select position::text, stream, revision::int, id, type, data, meta from log.events order by log.events.position'

/** The URL of the product's database in its embedded server, which must be running. */
export async function databaseUrlOf(dataDir: string): Promise<string> {
  const server = findRunningPostgres(dataDir)
  if (server === undefined) throw new Error(`no PostgreSQL runs on ${dataDir}`)
  const password = await readFile(join(dataDir, 'secrets', 'postgres'), 'utf8')
  return postgresUrl(server.port, password.trim(), EMBEDDED_DATABASE)
}

/** All events, read directly from the database. */
export async function readLog(databaseUrl: string): Promise<readonly LoggedEvent[]> {
  const { rows } = await withConnection(databaseUrl, (client) =>
    client.query<Omit<LoggedEvent, 'position'> & { readonly position: string }>(SELECT),
  )
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }))
}

/** As `readLog`, by data folder. */
export const logOf = async (dataDir: string): Promise<readonly LoggedEvent[]> =>
  readLog(await databaseUrlOf(dataDir))

/**
 * Faults that a log must never have: a wrong order, a gap in a stream, or an id twice. In Postgres positions have no
 * gaps either; elsewhere a position is an offset in a file.
 */
export function faultsOf(
  log: readonly LoggedEvent[],
  order: 'without gaps' | 'increasing' = 'without gaps',
): readonly string[] {
  const faults: string[] = []
  const ids = new Set<string>()
  const lengths = new Map<string, number>()
  let before = 0n
  for (const { position, stream, revision, id } of log) {
    const isNext = order === 'increasing' ? position > before : position === before + 1n
    if (!isNext) faults.push(`position ${position} follows ${before}`)
    before = position
    if (ids.has(id)) faults.push(`id ${id} occurs twice`)
    ids.add(id)
    const length = lengths.get(stream) ?? 0
    if (revision !== length) faults.push(`stream ${stream}: revision ${revision} after ${length} events`)
    lengths.set(stream, length + 1)
  }
  return faults
}

interface Ready {
  readonly status: 'ready' | 'not-ready'
  readonly head: string
  readonly projections: readonly { readonly state: string; readonly position: string }[]
}

/** Waits until every read model contains the log as it was at this call. */
export async function caughtUp(productUrl: string): Promise<void> {
  const ask = async (): Promise<Ready> => (await (await fetch(`${productUrl}/readyz`)).json()) as Ready
  const { head } = await ask()
  /** The position of the slowest read model, once it has advanced. */
  const furtherThan = async (reached: bigint): Promise<bigint> => {
    const { projections } = await ask()
    const [last = 0n] = projections.map(({ position }) => BigInt(position)).sort((a, b) => (a < b ? -1 : 1))
    if (last > reached || last >= BigInt(head)) return last
    throw new Error(JSON.stringify(projections))
  }
  // The limit applies to each step, because millions of events take longer.
  for (let last = -1n; last < BigInt(head);) {
    const reached = last
    last = await eventually(() => furtherThan(reached), {
      what: `the last read model to get from ${reached} towards ${head}`,
      everyMs: 50,
    })
  }
}

/** Expected figures of the one visited profile, counted from the log; each visitor taps once. */
export function recount(traffic: readonly LoggedEvent[]) {
  const clicks = traffic.filter(({ type }) => type === 'LinkClicked')
  const taps = traffic.filter(({ type }) => type === 'ProfileTapped')
  const of = (network: string): number => clicks.filter(({ data }) => data.network === network).length
  return {
    total_visits: taps.length,
    unique_visitors: new Set(taps.map(({ data }) => data.visitorId)).size,
    social_clicks_total: clicks.length,
    social_clicks: Object.fromEntries(NETWORKS.map((network) => [network, of(network)])),
    vcf_downloads: traffic.filter(({ type }) => type === 'ContactDownloaded').length,
    excluded: { visits: 0, clicks: 0, downloads: 0 },
  }
}
