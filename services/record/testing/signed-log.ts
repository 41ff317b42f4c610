import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { LogHead } from '@app/contracts/record.ts'
import type { EventStore, NewEvent } from '@app/contracts/event-store.ts'
import { newId } from '../../kernel/log/ids.ts'
import { makeCheckpoint } from '../../kernel/checkpoint.ts'
import { catchUp } from '../../kernel/models/compare.ts'
import { openPostgresEventStore } from '../../kernel/log/postgres/postgres-store.ts'
import { connectionConfig, createPool } from '../../platform/postgres/pool.ts'
import { createHeadInMemory } from '../../../tests/support/api/test-backend.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { CHAIN, chainSubscription, type ChainDeps } from '../chain.ts'
import { logKeyOf } from '../blocks.ts'
import { exportedLog, signedLines } from '../log-file.ts'

const KEY = logKeyOf(Buffer.alloc(32, 1))

export interface SignedLog extends ChainDeps {
  readonly log: EventStore
  readonly owner: pg.Pool
  /** Between two blocks. */
  at: string
}

/** A log of one test, in the database or elsewhere, and its chain. */
export async function openSignedLog(open?: () => Promise<EventStore>): Promise<SignedLog> {
  const { url } = await createTestDatabase()
  const connection = connectionConfig(url, { role: 'svc_app', applicationName: 'test' })
  const log = await (open?.() ?? openPostgresEventStore({ connection, now: () => new Date(), newId }))
  const db = createPool(url, { role: 'svc_projector', applicationName: 'test', max: 4 })
  const owner = new pg.Pool({ connectionString: url })
  onTestFinished(async () => {
    await Promise.all([log.dispose(), db.end(), owner.end()])
  })
  const record: SignedLog = {
    log,
    db,
    owner,
    key: KEY,
    headFile: createHeadInMemory(),
    now: () => new Date(record.at),
    at: '2026-11-23T12:00:00.000Z',
  }
  return record
}

/** Signs all that the log has. @throws ChainRefused, OtherLog */
export async function extendChain(record: ChainDeps): Promise<void> {
  await makeCheckpoint(record.db, CHAIN, record.log.storeId)
  await catchUp(record, chainSubscription(record), await record.log.headPosition())
}

function eventOf(nth: number): NewEvent {
  const id = newId()
  const actor = { kind: 'system', id: 'test' } as const
  const meta = { actor, occurredAt: '2026-11-23T12:00:00.000Z', correlationId: id, causationId: null }
  const data = { nth, text: `texto ${nth}`, 'ñandú €': [1.5, 1e-7, null, true], '': { b: 'é', a: '\u2028' } }
  return { id, type: 'ProfileEdited', version: 1, data, meta }
}

export async function appendMany(log: EventStore, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await log.append(`test-${newId()}`, 'noStream', [eventOf(nth)])
}

export async function appendBulk(log: EventStore, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 500)
    await log.append(
      `bulk-${newId()}`,
      'noStream',
      Array.from({ length: Math.min(left, 500) }, (_, nth) => eventOf(nth)),
    )
}

/** Appends events, and signs them in blocks of these sizes, the log's own first event in the first. */
export async function appendSigned(record: SignedLog, sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    const { rows } = await record.owner.query<{ left: number }>(
      'select count(*)::int as left from record.blocks',
    )
    await appendMany(record.log, rows[0]!.left === 0 ? size - 1 : size)
    await extendChain(record)
  }
}

export async function headsOf({ owner }: Pick<SignedLog, 'owner'>): Promise<readonly LogHead[]> {
  const { rows } = await owner.query<{ head: LogHead }>('select head from record.blocks order by size')
  return rows.map(({ head }) => head)
}

/** In a thread: a process for each file would cost four times as much. */
export async function checkFile(
  text: string | Buffer,
  { pem = KEY.pem, kept }: { readonly pem?: string; readonly kept?: unknown } = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'check-log-'))
  const file = (name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  try {
    const head = kept === undefined ? [] : [file('head.json', JSON.stringify(kept))]
    const argv = [file('log.ndjson', text), file('key.pem', pem), ...head]
    const checker = new Worker(join(import.meta.dirname, '../../../docs/check-log.mjs'), {
      argv,
      stdout: true,
    })
    return (await readText(checker.stdout)).trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function exportOf(record: SignedLog): Promise<string> {
  const lines: string[] = []
  for await (const line of signedLines(exportedLog(record, new Date(0)), record.key)) lines.push(line)
  return lines.join('')
}
