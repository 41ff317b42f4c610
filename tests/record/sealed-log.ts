import type { EventStore, NewEvent, StoredEvent } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { checkpointText, type TreeCheckpoint } from '@app/record/checkpoint.ts'
import { readHistory } from '@app/record/history/history-sources.ts'
import type { SignedHead } from '@app/record/sealing/seal-head.ts'
import { sealNext } from '@app/record/sealing/sealer.ts'
import { noteSigner, signatureLine } from '@app/record/signed-note.ts'
import { sealerOn, trustOf, type SealedLog } from '@app/record/testing/open-sealer.ts'
import { verifyHistory, type HistoryVerdict } from '@app/record/history/verify-history.ts'
import { openTablesCheck, type TableFaults } from '@app/record/history/verify-tables.ts'

export const LOG_NAME = 'log.example/registro'
export const signer = noteSigner(LOG_NAME, Buffer.alloc(32, 1))

/** The same instants and ids in each store: equal calls give equal events. */
function createSteps() {
  let [ms, ids] = [Date.parse('2026-11-23T12:00:00.000Z'), 0]
  return {
    now: () => new Date((ms += 1_000)),
    newId: () => idOf('5ea1', (ids += 1)),
  }
}

export const idOf = (kind: string, nth: number): string =>
  `0199a000-${kind}-7000-8000-${String(nth).padStart(12, '0')}`

/** @param url of the database that has the tree */
export const sealedLogOf = (log: EventStore, url: string): SealedLog =>
  sealerOn(log, url, { signer, ...createSteps() })

/** Each is of a stream of its own, so that one of them may go without another's revision. */
function eventOf(nth: number, text = `texto ${nth}`): { readonly stream: string; readonly event: NewEvent } {
  const id = idOf('e7e7', nth)
  const actor = { kind: 'system', id: 'test' } as const
  const meta = { actor, occurredAt: '2026-11-23T12:00:00.000Z', correlationId: id, causationId: null }
  const data = { nth, text, 'ñandú \u20ac': [1.5, 1e-7, null, true], '': { b: 'é', a: '\u2028' } }
  return { stream: `test-${nth}`, event: { id, type: 'ProfileEdited', version: 1, data, meta } }
}

export async function appendAll(log: EventStore, nths: Iterable<number>, text?: string): Promise<void> {
  for (const nth of nths) {
    const { stream, event } = eventOf(nth, text)
    await log.append(stream, 'noStream', [event])
  }
}

/** By one append, to one stream. */
export async function appendBulk(log: EventStore, count: number): Promise<void> {
  const events = range(0, count).map((nth) => ({ ...eventOf(nth).event, id: idOf('b01c', nth) }))
  await log.append('test-bulk', 'noStream', events)
}

export const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, nth) => from + nth)

/** Appends this many events, a seal after each number. */
export async function appendSealed(sealed: SealedLog, counts: readonly number[]): Promise<void> {
  let from = 0
  for (const count of counts) {
    await appendAll(sealed.log, range(from, from + count))
    from += count
    await sealNext(sealed)
  }
}

interface SealData {
  readonly size: string
  readonly root: string
  readonly previous: string | null
  readonly keyId: string
  readonly signature: string
}

const noteOf = ({ size, root, keyId, signature }: SealData): string => {
  const text = checkpointText({ origin: LOG_NAME, size: Number(size), root: Buffer.from(root, 'base64') })
  const line = { name: LOG_NAME, id: keyId, signature: Buffer.from(signature, 'base64') }
  return `${text}\n${signatureLine(line)}`
}

const isSeal = ({ stream, type }: StoredEvent): boolean => stream === LOG_SEALS_STREAM && type === 'LogSealed'

/** The signed notes of all seals, as somebody would have downloaded them. */
export async function checkpointsOf(log: EventStore): Promise<readonly string[]> {
  return (await wholeLog(log)).filter(isSeal).map(({ data }) => noteOf(data as unknown as SealData))
}

export async function verdictOf(
  { log, tree }: SealedLog,
  anchor?: TreeCheckpoint,
  head?: SignedHead,
): Promise<HistoryVerdict> {
  const history = await readHistory({ log, tree, vkey: signer.vkey, head })
  return verifyHistory({ ...history, ...(anchor === undefined ? {} : { anchor }) })
}

/** What `verify history` says of the tables. */
export async function tableFaultsOf(sealed: SealedLog): Promise<TableFaults> {
  const { log, tree, pool } = sealed
  const history = await readHistory({ log, tree, vkey: signer.vkey })
  const { keyOf } = trustOf(sealed)
  const tables = await openTablesCheck({ db: pool, storeId: log.storeId, keyOf })
  await verifyHistory({ ...history, events: tables.watched(history.events) })
  return tables.end()
}

/** Makes the tables of the tree again out of the log, as somebody would who changed the log. */
export async function makeTreeAgain(sealed: SealedLog): Promise<void> {
  await sealed.tree.clear()
  for (;;) if ((await sealNext(sealed).catch(() => undefined))?.isAtHead !== false) return
}
