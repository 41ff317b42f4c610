import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { INTERRUPTED, type Terminal } from '../ops-session.ts'
import { figure } from '../text-table.ts'
import { sampleLog, type SampleOptions } from './sample-log.ts'
import { sampleMap } from './site.ts'

/** Compresses the log if its name ends with .gz. Keeps an existing map. */
export async function sampleCommand(
  { print, signal }: Terminal,
  wanted: SampleOptions & { readonly file: string },
): Promise<number> {
  const { file } = wanted
  const log = Readable.from(sampleLog(wanted), { objectMode: true })
  const target = createWriteStream(file, { flags: 'wx' })
  try {
    if (file.endsWith('.gz')) await pipeline(log, createGzip(), target, { signal })
    else await pipeline(log, target, { signal })
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw new StartError(`${file} ya existe: elige otro nombre o bórralo primero.`)
    await rm(file, { force: true })
    if (signal.aborted) return INTERRUPTED
    throw cannotWrite(file, error)
  }
  const map = await writeMap(`${file}.map.json`)
  print(`${figure(wanted.lines)} líneas de ejemplo en ${file}, y su mapa en ${map}.`)
  print(`Para importarlas: npm run ops -- import access-log ${file} --map ${map}`)
  return 0
}

async function writeMap(file: string): Promise<string> {
  await writeFile(file, `${JSON.stringify(sampleMap(), null, 2)}\n`, { flag: 'wx' }).catch(
    (error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw cannotWrite(file, error)
    },
  )
  return file
}

const cannotWrite = (file: string, cause: unknown): StartError =>
  new StartError(
    `No se puede escribir ${file} (${codeOf(cause) ?? String(cause)}): revisa la carpeta y sus permisos.`,
    { cause },
  )
