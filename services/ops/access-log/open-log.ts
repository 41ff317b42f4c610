import { createReadStream, type ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { codeOf, StartError } from '@app/contracts/start-error.ts'

export interface OpenLog {
  /** Decompressed. @throws StartError when the file is damaged */
  readonly bytes: AsyncIterable<Buffer>
  readonly size: number
  readonly bytesRead: () => number
}

const GZIP = Buffer.from([0x1f, 0x8b])
const PACKED_CHUNK_BYTES = 32 * 1024
const CHUNK_BYTES = 256 * 1024

/** Detects gzip by the first bytes. @throws StartError when the file cannot be read */
export async function openLog(file: string): Promise<OpenLog> {
  const { size, isGzip } = await lookAt(file).catch((cause: unknown) => {
    if (cause instanceof StartError) throw cause
    const why = codeOf(cause) ?? String(cause)
    throw new StartError(`No se puede leer ${file} (${why}): revisa la ruta y sus permisos.`, { cause })
  })
  let raw: ReadStream | undefined
  const unpacked = (): AsyncIterable<Buffer> => {
    raw = createReadStream(file, { highWaterMark: isGzip ? PACKED_CHUNK_BYTES : CHUNK_BYTES })
    return isGzip ? pipeline(raw, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined) : raw
  }
  return { bytes: intact(unpacked, file), size, bytesRead: () => raw?.bytesRead ?? 0 }
}

async function lookAt(file: string): Promise<{ readonly size: number; readonly isGzip: boolean }> {
  const handle = await open(file, 'r')
  try {
    const facts = await handle.stat()
    if (!facts.isFile())
      throw new StartError(`${file} no es un archivo: indica el registro de accesos mismo.`)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0)
    return { size: facts.size, isGzip: bytesRead === GZIP.length && buffer.equals(GZIP) }
  } finally {
    await handle.close()
  }
}

async function* intact(unpacked: () => AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  try {
    yield* unpacked()
  } catch (cause) {
    throw new StartError(
      `${file} está dañado o cortado (${(cause as Error).message}). Lo leído hasta ahí quedó importado; con el archivo completo, vuelve a ejecutar el mismo comando.`,
      { cause },
    )
  }
}
