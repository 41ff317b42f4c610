import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isStoreError, type NewEvent } from '@app/contracts/event-store.ts'
import { interactionStream, visitStream } from '@app/contracts/taps.ts'
import { NO_DETAILS, slugSchema, slugStream } from '@app/contracts/profiles.ts'
import { headerText } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { NETWORKS } from '@app/contracts/traffic/kinds.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { account } from '../accounts/account.ts'
import { createAccountFinder } from '../accounts/find-account.ts'
import { slug } from '../profiles/slug.ts'
import {
  append,
  envelop,
  hasEvents,
  load,
  type Events,
  type CommandContext,
  type Naming,
} from '../kernel/commands.ts'
import { derivedId } from '../kernel/log/ids.ts'
import { createProfile } from '../profiles/create-profile.ts'
import type { Settings } from '../platform/settings/settings.ts'
import type { Backend } from '../product/backend/open-backend.ts'
import { hashedVisitorId } from '../kernel/keys/keyed-ids.ts'
import { createLineIds, expectCombined, linesOf, parseLine, type LogEntry } from './combined-log.ts'
import { INTERRUPTED, withBackend, type Terminal, drawTable, figure } from './ops-session.ts'
import type { Ctx } from '../platform/ctx.ts'

const FILE_LINES_MAX = 5_000_000
const NUMBERS_MAX = 10
const APPENDS_AT_ONCE = 64
const LINES_A_REPORT = 100_000
const TOO_MANY = 'Son más de 5.000.000 de líneas: divide el archivo. Lo leído hasta ahí quedó importado.'

const fields = { path: z.string().transform((text) => new RegExp(text)), profile: slugSchema }
const kinds = [
  z.strictObject({ ...fields, event: z.literal('tap') }),
  z.strictObject({ ...fields, event: z.literal('click'), network: z.enum(NETWORKS) }),
  z.strictObject({ ...fields, event: z.literal('download') }),
] as const
const accessMap = z.strictObject({
  description: z.string().optional(),
  methods: z.array(z.string().regex(/^[A-Z]+$/)).min(1),
  statuses: z.array(z.int().min(100).max(599)).min(1),
  /** The first whose path matches wins. */
  rules: z.array(z.discriminatedUnion('event', kinds, { error: 'debe ser tap, click o download' })).min(1),
})
export type AccessMap = z.infer<typeof accessMap>

export async function readMap(file: string): Promise<AccessMap> {
  try {
    return accessMap.parse(JSON.parse(await readFile(file, 'utf8')), { error: z.locales.es().localeError })
  } catch (cause) {
    const [issue] = cause instanceof z.ZodError ? cause.issues : []
    const why = issue && `${z.core.toDotPath(issue.path) || 'su raíz'}: ${issue.message}`
    throw new StartError(`El mapa ${file} no se puede usar (${why ?? (cause as Error).message}).`, { cause })
  }
}

export interface Import {
  readonly file: string
  readonly map: AccessMap
  /** The server that wrote the log. One source's visitors are recognised across files. */
  readonly source: string
  readonly ownerId: string
  readonly terminal: Pick<Terminal, 'say' | 'signal'>
}

/** Finds or creates the slug's profile, and completes a creation that a crash interrupted. */
async function ensureProfile(
  deps: CommandContext & Naming & Pick<Ctx, 'keys'>,
  name: string,
  { ownerId, source }: Import,
): Promise<string> {
  // Keyed, so that guessing slugs does not reveal it.
  const profileId = derivedId(`imported profile ${deps.names.slug(name)}`)
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const details = { ...NO_DETAILS, name: words.join(' ') }
  const actor = { kind: 'system', id: 'import' } as const
  const cause = { actor, occurredAt: deps.now().toISOString(), correlationId: `import:${source}` }
  try {
    await createProfile(deps, { profileId, ownerId, name, details, slug: name, cause })
    return profileId
  } catch (error) {
    const { state } = await load(deps.store, slug, slugStream(deps.names.slug(name)))
    if (!(error instanceof Refusal) || state.status === 'free') throw error
    return state.profileId
  }
}

type Rule = AccessMap['rules'][number]
type Known = Readonly<{ id: string; visitorKey: Buffer; profileId: string }>

/** Contains neither the address nor the full referrer. */
function decided(entry: LogEntry, rule: Rule, { id, visitorKey, profileId }: Known) {
  const userAgent = headerText(entry.userAgent, LIMITS.userAgentCharsMax)
  const visitorId = hashedVisitorId(visitorKey, { profileId, address: entry.address, userAgent })
  const page = URL.canParse(entry.referrer) ? new URL(entry.referrer).host : ''
  const host = headerText(page, LIMITS.lineCharsMax + 1)
  const referrer = host === '' || host.length > LIMITS.lineCharsMax ? {} : { referrer: host }
  // The log does not say which part of a file a 206 sent.
  const request = entry.method === 'HEAD' ? ('head' as const) : ('get' as const)
  const data = { profileId, visitorId, source: 'link' as const, ...referrer, userAgent, request }
  if (rule.event === 'tap') return { type: 'ProfileTapped', data: { visitId: id, ...data } } as const
  if (rule.event === 'download') return { type: 'ContactDownloaded', data } as const
  return { type: 'LinkClicked', data: { ...data, network: rule.network } } as const
}

/** A line that was imported before stays as it is, also as another map or an erasure left it. */
async function isNew(store: Events, event: NewEvent, [stream, other]: readonly [string, string]) {
  try {
    if (await hasEvents(store, other)) return false
    return !(await append(store, stream, 'noStream', [event])).replayed
  } catch (error) {
    if (isStoreError(error, 'Conflict')) return false
    throw error
  }
}

export async function importAccessLog(deps: CommandContext & Naming & Pick<Ctx, 'keys'>, job: Import) {
  const { map, source, terminal } = job
  await expectCombined(job.file)
  const profiles = new Map<string, string>()
  for (const { profile } of map.rules)
    if (!profiles.has(profile)) profiles.set(profile, await ensureProfile(deps, profile, job))
  const visitorKey = await deps.keys.forWriting(`import-source-${source}`)
  const counts = { read: 0, tap: 0, click: 0, download: 0, present: 0, unmapped: 0, unreadable: 0 }
  const unreadable: number[] = []

  async function append(entry: LogEntry, rule: Rule, id: string): Promise<void> {
    const event = decided(entry, rule, { id, visitorKey, profileId: profiles.get(rule.profile)! })
    const actor = { kind: 'visitor', id: event.data.visitorId } as const
    const cause = { actor, occurredAt: entry.occurredAt, correlationId: `import:${source}` }
    const [visit, other] = [visitStream(id), interactionStream(id)] as const
    const streams = rule.event === 'tap' ? ([visit, other] as const) : ([other, visit] as const)
    counts[(await isNew(deps.store, envelop(event, id, cause), streams)) ? rule.event : 'present'] += 1
  }

  const idOf = createLineIds()
  const coming: (() => Promise<void>)[] = []
  const appendAll = async () => void (await Promise.all(coming.splice(0).map((work) => work())))
  for await (const line of linesOf(job.file)) {
    if (terminal.signal.aborted) break
    if (counts.read === FILE_LINES_MAX) throw new StartError(TOO_MANY)
    counts.read += 1
    if (counts.read % LINES_A_REPORT === 0) terminal.say(`  …van ${figure(counts.read)} líneas`)
    const entry = parseLine(line)
    const isWanted = entry && map.methods.includes(entry.method) && map.statuses.includes(entry.status)
    const rule = isWanted ? map.rules.find(({ path }) => path.test(entry.path)) : undefined
    if (entry === undefined) {
      counts.unreadable += 1
      if (unreadable.length < NUMBERS_MAX) unreadable.push(counts.read)
    } else if (rule === undefined) counts.unmapped += 1
    else {
      const id = idOf(line)
      coming.push(() => append(entry, rule, id))
    }
    if (coming.length === APPENDS_AT_ONCE) await appendAll()
  }
  await appendAll()
  return { counts, unreadable, profiles }
}

export function reportOf({ counts, unreadable }: Awaited<ReturnType<typeof importAccessLog>>): string {
  const rows: readonly (readonly [string, number])[] = [
    ['Líneas leídas', counts.read],
    ['Toques nuevos', counts.tap],
    ['Clics nuevos', counts.click],
    ['Descargas nuevas', counts.download],
    ['Ya estaban', counts.present],
    ['Sin regla', counts.unmapped],
    ['No se pudieron leer', counts.unreadable],
  ]
  const table = drawTable(rows.map(([label, count]) => [label, figure(count)]))
  return [table, ...unreadable.map((line) => `  línea ${figure(line)}`)].join('\n')
}

/** The account of ADMIN_EMAIL. @throws StartError where it is no administrator's */
async function administratorOf(backend: Backend, { adminEmail }: Settings): Promise<string> {
  const id = await createAccountFinder(backend)(adminEmail)
  const { state } = await load(backend.store, account, accountStream(id))
  if (state.status === 'registered' && state.isAdmin) return id
  throw new StartError(
    `ADMIN_EMAIL: ${adminEmail} no es una cuenta de administrador de esta instalación; indica la que usa el producto.`,
  )
}

/** @returns 0, or 130 when interrupted. @throws StartError where the product has no such administrator */
export async function importCommand(
  settings: Settings,
  terminal: Terminal,
  wanted: { readonly file: string; readonly map: string; readonly source: string },
): Promise<number> {
  const map = await readMap(wanted.map)
  return withBackend(settings, terminal, async (backend) => {
    const ownerId = await administratorOf(backend, settings)
    terminal.print(`\n${reportOf(await importAccessLog(backend, { ...wanted, map, ownerId, terminal }))}\n`)
    if (!terminal.signal.aborted) return 0
    terminal.print('Interrumpido. Para seguir, vuelve a ejecutar el mismo comando.')
    return INTERRUPTED
  })
}
