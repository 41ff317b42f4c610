import { StartError } from '@app/contracts/start-error.ts'
import type { KeyedNames } from '@app/vault/keys/keyed-names.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { createClientOfLine } from './client-of-line.ts'
import { noCounts, type Counts } from './counts.ts'
import { factOfLine, type ImportSource, type FactOfLine } from './fact-of-line.ts'
import { importedVisitorKeyOf } from './import-keys.ts'
import { createLineIds } from './line-ids.ts'
import { findRule, profilesOf, type AccessMap } from './map.ts'
import { openLog } from './open-log.ts'
import { parseLine } from './parse-line.ts'
import { ensureProfile, type ProfileOfMap } from './log-profiles.ts'
import { openRejectedLines, type Example, type RejectedLines } from './rejected-lines.ts'
import { splitLines, type RawLine } from './split-lines.ts'
import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'

interface AppendFactDeps {
  readonly store: EventStore
  readonly pause: (ms: number) => Promise<void>
  /** Set after an earlier import: a read is cheaper than an append of an event that exists. */
  readonly readFirst: boolean
}

/** `refused`: the store will never accept the event. */
type Appended = 'new' | 'known' | 'conflict' | 'refused'

const ATTEMPTS_MAX = 8
const PAUSE_MS = { first: 200, most: 5_000 }

/** Repeated attempts have one id, so it is appended once. @throws StartError when the log stays unavailable */
async function appendFact(deps: AppendFactDeps, fact: FactOfLine): Promise<Appended> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await appendOnce(deps, fact)
    } catch (error) {
      if (isStoreError(error, 'Conflict') || isStoreError(error, 'StreamClosed')) return 'conflict'
      if (isStoreError(error, 'Invalid') || isStoreError(error, 'TooLarge')) return 'refused'
      if (!isStoreError(error) || !(error.retryable || error.ambiguous)) throw error
      if (attempt === ATTEMPTS_MAX) throw outOfReach(error)
      await deps.pause(Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** (attempt - 1)))
    }
  }
}

async function appendOnce(
  { store, readFirst }: AppendFactDeps,
  { event, stream, otherStream }: FactOfLine,
): Promise<Appended> {
  if (readFirst) {
    const [there] = await store.readStream(stream, { limit: 1 })
    if (there !== undefined) return there.id === event.id ? 'known' : 'conflict'
    // An import with another map may have made another kind of event from the line.
    if ((await store.head(otherStream)) !== 'noStream') return 'known'
  }
  const { replayed } = await store.append(stream, 'noStream', [event])
  return replayed ? 'known' : 'new'
}

const outOfReach = (cause: Error): StartError =>
  new StartError(
    `El registro de eventos no responde (${cause.message}). Lo importado quedó guardado: vuelve a ejecutar el mismo comando y seguirá donde quedó.`,
    { cause },
  )

export interface ImportDeps {
  readonly store: EventStore
  readonly names: KeyedNames
  readonly keys: Pick<SubjectKeys, 'forWriting'>
  readonly hasImports: () => Promise<boolean>
  readonly now: () => Date
  readonly newId: () => string
  readonly pause: (ms: number) => Promise<void>
}

export interface Import {
  readonly file: string
  readonly map: AccessMap
  /** The server that wrote the log. One source's visitors are recognised across files. */
  readonly source: string
  readonly ownerId: string
  readonly rejectedFile: string
  /** Ends the import between two lines. */
  readonly signal: AbortSignal
  readonly onProgress?: (progress: ImportProgress) => void
}

export interface ImportProgress {
  readonly bytesRead: number
  readonly size: number
  readonly lines: number
}

export interface Imported {
  readonly counts: Counts
  readonly profiles: readonly ProfileOfMap[]
  readonly examples: readonly Example[]
  readonly interrupted: boolean
}

const APPENDS_AT_ONCE = 500
/** The ids of this many lines fit in memory. */
const MAPPED_LINES_MAX = 5_000_000

/** Appends each line once, however often it is imported. @throws StartError when it cannot continue */
export async function importAccessLog(deps: ImportDeps, wanted: Import): Promise<Imported> {
  const log = await openLog(wanted.file)
  const readFirst = await deps.hasImports()
  const profiles = await ensureProfiles(deps, wanted)
  const rejected = await openRejectedLines(wanted.rejectedFile)
  const counts = noCounts()
  const source = await sourceOf(deps, wanted, profiles)
  const { take, settled } = lineTaker({ ...deps, readFirst }, wanted, { counts, rejected, source })
  let interrupted = false
  try {
    for await (const lines of splitLines(log.bytes)) {
      interrupted = !(await takeAll(lines, take, wanted.signal))
      if (interrupted) break
      wanted.onProgress?.({ bytesRead: log.bytesRead(), size: log.size, lines: counts.read })
    }
  } finally {
    await settled().finally(() => rejected.close())
  }
  return { counts, profiles, examples: rejected.examples(), interrupted }
}

async function ensureProfiles(
  deps: ImportDeps,
  { map, ownerId, source }: Import,
): Promise<readonly ProfileOfMap[]> {
  const profiles: ProfileOfMap[] = []
  for (const slug of profilesOf(map)) profiles.push(await ensureProfile(deps, { slug, ownerId, source }))
  return profiles
}

async function sourceOf(
  { keys }: ImportDeps,
  { source }: Import,
  profiles: readonly ProfileOfMap[],
): Promise<ImportSource> {
  return {
    name: source,
    visitorKey: await importedVisitorKeyOf(keys, source),
    profileIds: new Map(profiles.map(({ slug, id }) => [slug, id])),
  }
}

async function takeAll(
  lines: readonly RawLine[],
  take: (line: RawLine) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  for (const line of lines) {
    if (signal.aborted) return false
    await take(line)
  }
  return true
}

interface ImportState {
  readonly counts: Counts
  readonly rejected: RejectedLines
  readonly source: ImportSource
}

function lineTaker(deps: AppendFactDeps, { map }: Import, state: ImportState) {
  const { counts, rejected, source } = state
  const idOf = createLineIds()
  const clientOf = createClientOfLine(map)
  let mapped = 0
  let appends: Promise<void>[] = []
  const failures: unknown[] = []

  async function reject(line: RawLine): Promise<void> {
    if (line.piece === 'whole' || line.piece === 'first') counts.unreadable += 1
    await rejected.add(line)
  }

  async function append(line: RawLine, fact: FactOfLine): Promise<void> {
    const appended = await appendFact(deps, fact)
    if (appended === 'new') counts.fresh[fact.kind] += 1
    else if (appended === 'known') counts.known += 1
    else if (appended === 'conflict') counts.conflicts += 1
    else await reject(line)
  }

  /** Waits for all that began. @throws the first error */
  async function settled(): Promise<void> {
    await Promise.all(appends)
    appends = []
    if (failures.length > 0) throw failures[0]
  }

  async function take(line: RawLine): Promise<void> {
    if (line.piece === 'whole' || line.piece === 'first') counts.read += 1
    const entry = line.piece === 'whole' ? parseLine(line.bytes, clientOf) : undefined
    if (entry === undefined) return reject(line)
    const rule = findRule(map, entry)
    if (rule === undefined) {
      counts.unmapped += 1
      return
    }
    if ((mapped += 1) > MAPPED_LINES_MAX) throw tooMany()
    const fact = factOfLine(idOf(line.bytes), entry, rule, source)
    appends.push(append(line, fact).catch((error: unknown) => void failures.push(error)))
    if (appends.length === APPENDS_AT_ONCE) await settled()
  }
  return { take, settled }
}

const tooMany = (): StartError =>
  new StartError(
    `El archivo tiene más de ${MAPPED_LINES_MAX.toLocaleString('es-CL')} líneas con regla: divídelo (por ejemplo, un archivo por mes) e importa cada parte. Lo leído hasta ahí quedó importado.`,
  )
