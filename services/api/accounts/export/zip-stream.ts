import { addAbortSignal, Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  readonly path: string
  /** Requested only as fast as the receiver takes the zip. */
  readonly chunks: AsyncIterable<string | Uint8Array>
  /** False for what is compressed already. */
  readonly isCompressed?: boolean
}

export interface ZipReceiver {
  readonly to: Writable
  /** Date of each file. */
  readonly at: Date
  readonly signal: AbortSignal
}

/**
 * Writes entries one after the other, so that memory does not grow with them. A zip that fails ends without its
 * directory: nobody takes half of it for the whole. @throws what an entry throws, or why the receiver ended early
 */
export async function sendZip(
  entries: AsyncIterable<ZipEntry>,
  { to, at, signal }: ZipReceiver,
): Promise<void> {
  const zip = new ZipFile()
  const ended = new AbortController()
  // Readers of an entry get its error from `finished`.
  zip.on('error', () => undefined)
  const sending = pipeline(zip.outputStream, to, { signal })
  sending.catch(() => ended.abort())
  try {
    for await (const { path, chunks, isCompressed = false } of entries) {
      const source = addAbortSignal(ended.signal, Readable.from(chunks, { objectMode: false }))
      zip.addReadStream(source, path, { mtime: at, compress: !isCompressed })
      await finished(source)
    }
    zip.end()
    await sending
  } catch (error) {
    to.destroy()
    await sending.catch(() => undefined)
    throw error
  }
}

async function* once(chunk: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield chunk
}

export const textEntry = (path: string, text: string): ZipEntry => ({ path, chunks: once(text) })

export const jsonEntry = (path: string, content: object): ZipEntry =>
  textEntry(path, `${JSON.stringify(content, undefined, 2)}\n`)

export const pictureEntry = (path: string, bytes: Uint8Array): ZipEntry => ({
  path,
  chunks: once(bytes),
  isCompressed: true,
})

/** A list of any length, one item a line. */
export const listEntry = (path: string, items: AsyncIterable<object>): ZipEntry => ({
  path,
  chunks: listed(items),
})

async function* listed(items: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const item of items) {
    yield before + JSON.stringify(item)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
