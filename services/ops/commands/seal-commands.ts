import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { streamsOfProfile } from '@app/processes/profiles/streams-of-profile.ts'
import { findCoveredStreams, provedEvents } from '@app/record/collect-expediente.ts'
import { expedienteLines } from '@app/record/expediente.ts'
import { noteKept } from '@app/record/audit.ts'
import { ExportRefused, exportSealed } from '@app/record/seal-export.ts'
import { sealToHead } from '@app/record/sealing/seal-to-head.ts'
import { SEAL_REFUSED, type SealedRecord } from '@app/record/sealed-record.ts'
import { createSealHead } from '@app/record/sealing/seal-head.ts'
import type { SealStep } from '@app/record/sealing/sealer.ts'
import { TreeDiffers } from '@app/record/tree/signed-tree.ts'
import { noteSigner } from '@app/record/signed-note.ts'
import { createTreeStore } from '@app/record/tree/tree-store.ts'
import { createLogKeys, findNewestSeal, type NotedSeal } from '@app/record/trusted-seals.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { sealHeadFile } from '@app/settings/secrets.ts'
import type { Settings } from '@app/settings/settings.ts'
import { STAFF } from '../on-account.ts'
import { withBackend, type Terminal } from '../ops-session.ts'
import { figure } from '../text-table.ts'
import { lastSealOf } from '@app/record/sealing/last-seal.ts'
import { RebuildRefused, rebuildTree } from '@app/record/tree/rebuild-tree.ts'
import { dropSnapshots } from '@app/vault/seals/sealed-snapshots.ts'

type Work = (sealed: {
  readonly backend: Backend
  readonly record: SealedRecord
  readonly seal: NotedSeal
  /** What the command has appended itself. */
  readonly sealAgain: () => Promise<void>
}) => Promise<number>

/** Seals first what is not sealed yet: the product may be stopped. */
const withSealed = (settings: Settings, terminal: Terminal, work: Work): Promise<number> =>
  withBackend(settings, terminal, async (backend, { secrets }) => {
    const { sealed: log, projector: db, now, newId } = backend
    const signer = noteSigner(settings.seal.name, secrets.seal)
    const tree = createTreeStore(db, log.storeId)
    const head = createSealHead(sealHeadFile(settings.secretsDir))
    const keyOf = createLogKeys(log, signer.vkey, head)
    const deps = { log, tree, signer, head, keyOf, now, newId }
    const sealAll = () => sealToHead(deps, { onStep: sayProgress(terminal) }).catch(refused)
    await sealAll()
    const record = { log, db, tree, signer, keyOf }
    const seal = await findNewestSeal(record)
    if (seal === undefined) throw new StartError('El registro todavía no tiene un evento que sellar.')
    return work({ backend, record, seal, sealAgain: sealAll })
  })

const EVENTS_A_LINE = 100_000

function sayProgress({ say }: Terminal): (step: SealStep) => void {
  let told = 0
  return ({ head: { size } }) => {
    if (size - told < EVENTS_A_LINE) return
    told = size
    say(`  …sellados ${figure(size)} eventos`)
  }
}

function refused(cause: unknown): never {
  if (!(cause instanceof TreeDiffers)) throw cause
  throw new StartError(SEAL_REFUSED, { cause })
}

/** A file of this name that is there stays. */
async function writeNew(file: string, content: string): Promise<void> {
  await writeFile(file, content, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    throw unwritable(file, cause)
  })
}

const unwritable = (file: string, cause: unknown): StartError =>
  new StartError(
    codeOf(cause) === 'EEXIST'
      ? `${file} ya existe: elige otro nombre.`
      : `No se puede escribir ${file} (${codeOf(cause) ?? String(cause)}).`,
    { cause },
  )

export const sealDownloadCommand = (settings: Settings, terminal: Terminal, file: string): Promise<number> =>
  withSealed(settings, terminal, async ({ backend, seal, sealAgain }) => {
    await writeNew(file, seal.checkpoint)
    await noteKept(backend, seal.size, STAFF)
    terminal.print(
      `Sello de ${figure(seal.size)} eventos en ${file}. Guárdalo fuera de aquí: npm run ops -- verify history --seal ${file}`,
    )
    await sealAgain()
    return 0
  })

export const sealExportCommand = (settings: Settings, terminal: Terminal, folder: string): Promise<number> =>
  withSealed(settings, terminal, async ({ record: { log, tree }, seal }) => {
    const onBundle = (entries: number): void => {
      if (entries % EVENTS_A_LINE < 256) terminal.say(`  …${figure(entries)} de ${figure(seal.size)} eventos`)
      terminal.signal.throwIfAborted()
    }
    await exportSealed({ log, tree, onBundle }, seal, folder).catch((cause: unknown) => {
      if (!(cause instanceof ExportRefused)) throw cause
      throw new StartError(
        `El registro no se puede exportar (${cause.message}): mira npm run ops -- verify history.`,
        { cause },
      )
    })
    terminal.print(`${figure(seal.size)} eventos, sus huellas y el sello están en ${folder}.`)
    return 0
  })

export const expedienteCommand = (
  settings: Settings,
  terminal: Terminal,
  { id, file }: { readonly id: string; readonly file: string },
): Promise<number> =>
  withSealed(settings, terminal, async ({ backend, record }) => {
    const names = await streamsOf(backend, id.toLowerCase())
    if (names === undefined) throw new StartError(`No hay ningún perfil ni cuenta con el id ${id}.`)
    const collecting = { record, opened: backend.store, pause }
    const covered = await findCoveredStreams(collecting, names)
    if (covered === undefined)
      throw new StartError('El registro está recibiendo eventos con otra clave de sello: revisa SEAL_NAME.')
    const { seal, ends } = covered
    const head = { stream: names[0]!, streams: names, ends, writtenAt: backend.now(), vkey: seal.vkey }
    const lines = expedienteLines(head, provedEvents(collecting, names, covered), record.signer)
    await writeStream(file, lines, terminal.signal)
    terminal.print(
      `Expediente en ${file}. Se comprueba con: node docs/check-expediente.mjs ${file} '${seal.vkey}'`,
    )
    return 0
  })

/** Of a profile, or of an account. */
async function streamsOf(backend: Backend, id: string): Promise<readonly string[] | undefined> {
  if (!LOWER_CASE_UUID.test(id)) return undefined
  if ((await backend.sealed.head(profileStream(id))) !== 'noStream') return streamsOfProfile(backend, id)
  return (await backend.sealed.head(accountStream(id))) === 'noStream' ? undefined : [accountStream(id)]
}

/** Half of a file would look like a whole one to whoever does not check it. */
async function writeStream(file: string, lines: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  const to = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(Readable.from(lines), to, { signal })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw unwritable(file, error)
    await rm(file, { force: true })
    throw codeOf(error) === undefined ? error : unwritable(file, error)
  }
}

export const rebuildTreeCommand = (settings: Settings, terminal: Terminal): Promise<number> =>
  withBackend(settings, terminal, async ({ sealed: log, projector: db, app }, { secrets }) => {
    const { vkey } = noteSigner(settings.seal.name, secrets.seal)
    const tree = createTreeStore(db, log.storeId)
    const head = createSealHead(sealHeadFile(settings.secretsDir))
    const signed = (await head.read()) ?? (await lastSealOf(log, [vkey])).seal
    const keyOf = createLogKeys(log, vkey, head)
    const size = await rebuildTree({ log, tree, keyOf, signed }).catch((cause: unknown) => {
      if (!(cause instanceof RebuildRefused)) throw cause
      throw new StartError(
        `El registro no es lo que se selló, y nada cambió (${cause.message}): mira npm run ops -- verify history.`,
        { cause },
      )
    })
    await dropSnapshots(app)
    terminal.print(`Las tablas del sello están hechas de nuevo del registro: ${figure(size)} eventos.`)
    return 0
  })
