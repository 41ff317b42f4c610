import { createReadStream } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { derivedId } from '../kernel/log/ids.ts'

const LINE_BYTES_MAX = 64 * 1024
const FORM_LINES = 20

const QUOTED = String.raw`"([^"\\]*(?:\\.[^"\\]*)*)"`
/** The visitor's address first; further fields behind the user agent count for nothing. */
const COMBINED = new RegExp(
  String.raw`^(\S+) \S+ \S+ \[(\d\d)/([A-Z][a-z]{2})/((?:19[7-9]|2\d\d)\d):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)\] ` +
    String.raw`${QUOTED} (\d{3}) (?:\d+|-) ${QUOTED} ${QUOTED}(?: .*)?$`,
)
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const INSTANT = z.iso.datetime({ offset: true })
/** Without a colon: a virtual host in the place of the address would merge all visitors. */
const HOST_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/
const isAddress = (text: string): boolean => isIP(text) > 0 || HOST_NAME.test(text)
/** Behind some proxies a request names the whole address. */
const REQUEST = /^([A-Za-z]+) (?:https?:\/\/[^/?]*)?([^?]*?)(?:\?.*?)?(?: HTTP\/\d(?:\.\d)?)?$/i

/** Undefined for a line that cannot be read. The address is used in the visitor's hash alone. */
export function parseLine(line: string) {
  const match = line.length > LINE_BYTES_MAX ? null : COMBINED.exec(line)
  if (match === null) return undefined
  const [, address = '', day, month = '', year, time, hours, minutes, request = '', status, ...rest] = match
  const monthNumber = String(MONTHS.indexOf(month) + 1).padStart(2, '0')
  const instant = `${year}-${monthNumber}-${day}T${time}${hours}:${minutes}`
  if (!INSTANT.safeParse(instant).success || !isAddress(address)) return undefined
  const [, method = '', target = ''] = REQUEST.exec(textOf(request)) ?? []
  const [referrer = '', userAgent = ''] = rest.map(textOf).map((field) => (field === '-' ? '' : field))
  return {
    address,
    occurredAt: new Date(instant).toISOString(),
    method,
    path: target || '/',
    status: Number(status),
    referrer,
    userAgent,
  }
}
export type LogEntry = NonNullable<ReturnType<typeof parseLine>>

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Undoes escapes. Latin-1 where the bytes are not UTF-8. */
function textOf(field: string): string {
  const sent = field.replace(/\\(?:x([0-9A-Fa-f]{2})|(["\\]))/g, (_all, hex?: string, plain?: string) =>
    hex === undefined ? (plain ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  )
  try {
    return utf8.decode(Buffer.from(sent, 'latin1'))
  } catch {
    return sent
  }
}

/** From a line's bytes and ordinal only, so that a renamed or overlapping file gives the same ids. */
export function createLineIds(): (line: string) => string {
  const ordinals = new Map<string, number>()
  return (line) => {
    const idOf = (ordinal: number) => derivedId(Buffer.from(`${line}\n${ordinal}`, 'latin1'))
    const ordinal = ordinals.get(idOf(0)) ?? 0
    ordinals.set(idOf(0), ordinal + 1)
    return idOf(ordinal)
  }
}

/** In Latin-1, one character a byte: invalid UTF-8 hides no quote. The rest of a line that is too long is left out. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'latin1')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop()!.slice(0, LINE_BYTES_MAX + 2)
    for (const line of lines) yield line.replace(/\r$/, '')
  }
  if (rest !== '') yield rest.replace(/\r$/, '')
}

/** @throws StartError for a log of whose first lines none can be read */
export async function expectCombined(file: string): Promise<void> {
  let read = 0
  try {
    for await (const line of linesOf(file)) {
      if (parseLine(line) !== undefined) return
      if ((read += 1) === FORM_LINES) break
    }
  } catch (cause) {
    throw new StartError(`No se puede leer ${file} (${codeOf(cause) ?? String(cause)}).`, { cause })
  }
  if (read === 0) return
  throw new StartError(
    `${file} no está en formato combined, y no se importó nada. Combined se escribe con «access_log RUTA combined;» en nginx, o con «CustomLog RUTA combined» en Apache.`,
  )
}
