import { readFile } from 'node:fs/promises'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import type { TreeCheckpoint } from '@app/record/checkpoint.ts'
import { createSealHead, trustedKeys, type SignedHead } from '@app/record/sealing/seal-head.ts'
import { anchorOf, readHistory } from '@app/record/history/history-sources.ts'
import { NoteRefused, noteSigner } from '@app/record/signed-note.ts'
import { createTreeStore } from '@app/record/tree/tree-store.ts'
import type { HistoryFinding } from '@app/record/history/history-findings.ts'
import { verifyHistory, type HistoryVerdict } from '@app/record/history/verify-history.ts'
import { openTablesCheck, type TableFaults } from '@app/record/history/verify-tables.ts'
import { createLogKeys } from '@app/record/trusted-seals.ts'
import { sealHeadFile } from '@app/settings/secrets.ts'
import type { Settings } from '@app/settings/settings.ts'
import { withBackend, type Terminal } from '../ops-session.ts'
import { findingSentence } from './finding-sentences.ts'
import { figure } from '../text-table.ts'
import { verifyCommand } from './verify-command.ts'
import { randomBytes } from 'node:crypto'
import { account } from '@app/domain/account.ts'
import { profile } from '@app/domain/profile.ts'
import type { Folding } from '@app/event-store/states/fold.ts'
import { wrongSnapshots } from '@app/event-store/states/wrong-snapshots.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { createSealedSnapshots } from '@app/vault/seals/sealed-snapshots.ts'

const STATES_NAMED_MAX = 20
const KEPT = [account as Folding<unknown>, profile as Folding<unknown>]

/** The first streams of which the product keeps a state that the log does not give. */
async function wrongStatesOf({ app, sealed, evenBlocked }: Backend): Promise<readonly string[]> {
  const { store, keys } = evenBlocked
  const snapshots = createSealedSnapshots({ db: app, keys, storeId: sealed.storeId, random: randomBytes })
  const streams: string[] = []
  for await (const stream of wrongSnapshots({ snapshots, store, deciders: KEPT })) {
    streams.push(stream)
    if (streams.length === STATES_NAMED_MAX) break
  }
  return streams
}

const stateLines = (streams: readonly string[]): readonly string[] =>
  streams.length === 0
    ? []
    : [
        ...streams.map((stream) => `  vault.state_snapshots, ${stream}: no es lo que dan sus eventos.`),
        'El producto guarda estados que el registro no da. Se vacían con npm run ops -- record rebuild-tree; después reinicia el producto, que puede tenerlos en memoria.',
        '',
      ]

const NO_SEAL = 2
/** A note with as many signatures as it may have. */
const SEAL_BYTES_MAX = 64 * 1024

/** @returns 0 when nothing differs, 1 when something does, 2 for a seal file that is none */
export async function verifyHistoryCommand(
  settings: Settings,
  terminal: Terminal,
  sealFile?: string,
): Promise<number> {
  const note = sealFile === undefined ? undefined : await readSealFile(sealFile)
  return withBackend(settings, terminal, async (backend, { secrets }) => {
    const { sealed: log, projector, now } = backend
    const { vkey } = noteSigner(settings.seal.name, secrets.seal)
    const sealHead = createSealHead(sealHeadFile(settings.secretsDir))
    const head = await sealHead.read()
    const tree = createTreeStore(projector, log.storeId)
    const history = await readHistory({ log, tree, vkey, head, now: settings.seal.isOn ? now : undefined })
    const anchor = note === undefined ? undefined : openAnchor(note, trustedKeys(vkey, head))
    if (note !== undefined && anchor === undefined) {
      console.error(`${sealFile} no es un sello de este registro.`)
      return NO_SEAL
    }
    terminal.say('Comprobando cada evento del registro contra sus sellos…')
    const tables = await openTablesCheck({
      db: projector,
      storeId: log.storeId,
      keyOf: createLogKeys(log, vkey, sealHead),
    })
    const events = tables.watched(history.events)
    const verdict = await verifyHistory({ ...history, events, ...(anchor === undefined ? {} : { anchor }) })
    const faults = await tables.end()
    const states = await wrongStatesOf(backend)
    const report = reportOf(verdict, { anchor, head })
    terminal.print(`\n${[...tableLines(faults, verdict), ...stateLines(states), report].join('\n')}\n`)
    return verdict.findings.length + faults.count + states.length > 0 ? 1 : 0
  })
}

/** Both: read models against the log, and the log against its seals. */
export async function verifyAllCommand(
  settings: Settings,
  terminal: Terminal,
  sealFile?: string,
): Promise<number> {
  const history = await verifyHistoryCommand(settings, terminal, sealFile)
  if (history > 1) return history
  return Math.max(history, await verifyCommand(settings, terminal))
}

async function readSealFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartError(`No se puede leer ${file} (${codeOf(cause) ?? String(cause)}).`, { cause })
  })
  return text.slice(0, SEAL_BYTES_MAX)
}

function openAnchor(note: string, vkeys: readonly string[]): TreeCheckpoint | undefined {
  try {
    return anchorOf(note, vkeys)
  } catch (error) {
    if (error instanceof NoteRefused) return undefined
    throw error
  }
}

const AGAIN = 'Se hacen de nuevo del registro: npm run ops -- record rebuild-tree'
const NOT_YET = 'No las hagas de nuevo mientras el registro difiera: dicen lo que tenía.'

/** The log is not what was signed, or not what the tables have of it. Junk beside it, which anybody may append, is none of these. */
const ABOUT_LEAVES: readonly HistoryFinding['kind'][] = [
  'changed',
  'unreadable',
  'removed',
  'added',
  'swapped',
  'changed-with-leaf',
  'tail-cut',
  'tail-rewritten',
  'head-cut',
  'head-rewritten',
]

function tableLines({ count, named }: TableFaults, { findings }: HistoryVerdict): readonly string[] {
  if (count === 0) return []
  const rest = count - named.length
  return [
    ...named.map(({ table, place }) => `  record.${table}, ${place}: no es lo que dice el registro.`),
    ...(rest > 0 ? [`  … y ${figure(rest)} más.`] : []),
    `Las tablas del sello difieren. ${findings.some(({ kind }) => ABOUT_LEAVES.includes(kind)) ? NOT_YET : AGAIN}`,
    '',
  ]
}

interface Kept {
  readonly anchor: TreeCheckpoint | undefined
  readonly head: SignedHead | undefined
}

function reportOf(verdict: HistoryVerdict, { anchor, head }: Kept): string {
  const { findings, isCutShort, events, sealed, tableFaults } = verdict
  const lines = findings.map((finding) => `  ${findingSentence(finding)}`)
  if (isCutShort) lines.push('  … y más: el registro difiere en demasiados lugares para listarlos.')
  if (tableFaults > 0)
    lines.push(`  Las tablas del sello difieren en ${figure(tableFaults)} lugares; el registro, en ninguno.`)
  const covered = `${figure(events)} eventos, ${figure(sealed)} bajo un sello.`
  return [
    ...lines,
    ...(lines.length > 0 ? [''] : []),
    ...breaksOf(verdict),
    covered,
    integrityOf(findings),
    ...(head === undefined ? [] : [headOf(verdict, head)]),
    endOf(verdict, anchor),
  ].join('\n')
}

const ABOUT_END: readonly HistoryFinding['kind'][] = [
  'tail-cut',
  'tail-rewritten',
  'head-cut',
  'head-rewritten',
  'head-unsealed',
  'unsealed',
]

const integrityOf = (findings: readonly HistoryFinding[]): string =>
  findings.some(({ kind }) => !ABOUT_END.includes(kind))
    ? 'Integridad: HAY DIFERENCIAS con lo que se selló.'
    : 'Integridad: lo que hay es lo que se selló.'

/** Keys that were changed, and heads that were given up with a restored log: no fault, and to be known. */
const breaksOf = ({ keyChanges, givenUp }: HistoryVerdict): readonly string[] => [
  ...keyChanges.map(
    ({ at, position, vkey, isNamed }) =>
      `Otra clave desde #${figure(position)} (${at}): ${vkey}${isNamed ? '' : ', sin la firma de la anterior'}.`,
  ),
  ...givenUp.map(
    ({ at, position, size, vkey, sealedAt }) =>
      `Respaldo aceptado en #${figure(position)} (${at}): se dejó una cabeza de ${figure(size)} eventos, sellada el ${sealedAt} con ${vkey}.`,
  ),
]

const headOf = ({ continuesHead }: HistoryVerdict, { size }: SignedHead): string =>
  continuesHead === true
    ? `Cabeza guardada junto a la clave: el registro la continúa (${figure(size)} eventos).`
    : 'Cabeza guardada junto a la clave: el registro NO la continúa.'

function endOf({ continuesAnchor }: HistoryVerdict, anchor: TreeCheckpoint | undefined): string {
  if (anchor === undefined)
    return 'Integridad del final: sin un sello guardado fuera de aquí no se puede probar (--seal ARCHIVO).'
  return continuesAnchor === true
    ? `Completo: el registro continúa el sello guardado (${figure(anchor.size)} eventos).`
    : 'INCOMPLETO: el registro no continúa el sello guardado.'
}
