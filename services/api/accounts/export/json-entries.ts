import type { ZipEntry } from './zip-stream.ts'

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
