import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { logHead, type LogHead } from '@app/contracts/record.ts'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { isJsonObject } from '@app/contracts/event-store.ts'
import { acceptRestored, type ChainDeps } from '../../record/chain.ts'
import { headFileOn, headText, logKeyOf, type LogKey } from '../../record/blocks.ts'
import { exportedLog, signedLines, type RecordReader } from '../../record/log-file.ts'
import { verifyHistory, type HistoryFault, type HistoryVerdict } from '../../record/verify-history.ts'
import { logHeadFile } from '../../platform/settings/secrets.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { withBackend, type Terminal, figure } from '../ops-session.ts'

type Ask = (question: string) => Promise<string>

const withRecord = <Result>(
  settings: Settings,
  terminal: Terminal,
  work: (record: ChainDeps & RecordReader) => Promise<Result>,
): Promise<Result> =>
  withBackend(settings, terminal, ({ sealed: log, projector: db, now }, { secrets }) => {
    const headFile = headFileOn(logHeadFile(settings.secretsDir))
    return work({ log, db, now, headFile, key: logKeyOf(secrets.seal) })
  })

const NO_HEAD = 2

/** @returns 0 when nothing differs, 1 when something does, 2 for a file that is no head of this log */
export const verifyHistoryCommand = (
  settings: Settings,
  terminal: Terminal,
  file?: string,
): Promise<number> =>
  withRecord(settings, terminal, async (record) => {
    const outside = file === undefined ? undefined : await readHead(file, record.key)
    if (file !== undefined && outside === undefined) {
      console.error(`${file} no es una cabeza firmada de este registro.`)
      return NO_HEAD
    }
    terminal.say('Comprobando cada evento del registro contra lo que se firmó…')
    const verdict = await verifyHistory(record, outside)
    terminal.print(`\n${reportOf(verdict, outside)}\n`)
    return verdict.fault === undefined ? 0 : 1
  })

/** As the API answers it, as it is mailed, or as it lies beside the key. @returns undefined for one that the key has not signed */
async function readHead(file: string, key: LogKey): Promise<LogHead | undefined> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartError(`No se puede leer ${file} (${codeOf(cause) ?? String(cause)}).`, { cause })
  })
  const parsed = jsonIn(text)
  const { data: head } = logHead.safeParse(isJsonObject(parsed) && parsed.head ? parsed.head : parsed)
  return head !== undefined && key.hasSigned(headText(head), head.signature) ? head : undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Sentences = {
  readonly [Kind in HistoryFault['kind']]: (fault: Extract<HistoryFault, { readonly kind: Kind }>) => string
}

const blockOf = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `bloque de los eventos ${figure(from + 1)} a ${figure(to)}`

const SENTENCES: Sentences = {
  event: ({ leaf, ...block }) => {
    const { position, type, stream, revision } = JSON.parse(leaf.text) as Record<string, string | undefined>
    return `El primer evento que no es el que se firmó está en #${position} (${type ?? 'ilegible'}, ${stream} ${revision}), en el ${blockOf(block)}.`
  },
  missing: (block) => `Faltan eventos del final: el registro se acaba antes que el ${blockOf(block)}.`,
  block: (block) => `El ${blockOf(block)} no es el que firmó la clave de este registro.`,
  'beside-key': ({ head }) =>
    `El registro no continúa la última cabeza que se firmó aquí (${figure(head.size)} eventos, ${head.at}): le falta el final, o se escribió de nuevo.`,
  elsewhere: ({ head }) =>
    `El registro no tiene la cabeza que se guardó fuera de aquí (${figure(head.size)} eventos, ${head.at}): se escribió de nuevo.`,
}

function reportOf({ events, signed, fault }: HistoryVerdict, outside: LogHead | undefined): string {
  if (fault !== undefined) {
    const sentence = (SENTENCES[fault.kind] as (one: HistoryFault) => string)(fault)
    return `  ${sentence}\n\nHAY DIFERENCIAS con lo que se firmó. Hasta ahí calzan ${figure(signed)} eventos.`
  }
  const end =
    outside === undefined
      ? 'Quien tenga la base de datos y los secretos puede escribirlo todo de nuevo: solo una cabeza guardada fuera de aquí lo descubre (--head ARCHIVO).'
      : `También tiene la cabeza que se guardó fuera de aquí (${figure(outside.size)} eventos).`
  return `${figure(events)} eventos, ${figure(signed)} firmados: lo que hay es lo que se firmó.\n${end}`
}

/** Half a file would look whole to somebody who does not check it. */
export const exportLogCommand = (settings: Settings, terminal: Terminal, file: string): Promise<number> =>
  withRecord(settings, terminal, async (record) => {
    const lines = signedLines(exportedLog(record, record.now()), record.key)
    const to = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    try {
      await pipeline(Readable.from(lines), to, { signal: terminal.signal })
    } catch (cause) {
      if (codeOf(cause) === 'EEXIST') throw new StartError(`${file} ya existe: elige otro nombre.`, { cause })
      await rm(file, { force: true })
      throw cause
    }
    terminal.print(
      `El registro está en ${file}. Se comprueba con: node docs/check-log.mjs ${file} CLAVE.pem; la clave:\n${record.key.pem}`,
    )
    return 0
  })

/** Lets the chain go on from a log that was restored from a backup. @returns 1 when nothing was done */
export const acceptRestoredCommand = (settings: Settings, terminal: Terminal, ask: Ask): Promise<number> =>
  withRecord(settings, terminal, async (record) => {
    terminal.say('Comparando el registro con lo último que se firmó aquí…')
    const verdict = await verifyHistory(record)
    if (verdict.fault === undefined)
      throw new StartError('No hay nada que aceptar: el registro continúa lo último que se firmó aquí.')
    terminal.print(`
${reportOf(verdict, undefined)}

Si restauraste un respaldo, la cadena sigue desde esos ${figure(verdict.signed)} eventos, y lo que se deja queda en un
archivo junto a la clave. Las cabezas que alguien guardó de lo que falta siguen probando que existió. Si nadie restauró
un respaldo ni cambió la clave, alguien cambió el registro: no confirmes.
`)
    const answer = await ask('Para confirmar, escribe hasta cuántos eventos calza: ')
    if (answer.trim().replaceAll('.', '') !== String(verdict.signed)) {
      terminal.print('No se cambió nada: lo que escribiste no es lo mismo.')
      return 1
    }
    await acceptRestored(record, verdict.signed)
    return 0
  })
