import JSZip from 'jszip'
import { setTimeout as sleep } from 'node:timers/promises'

const STREAM_MS = 200

/** All that an answer says: of a file with files, the text of each; of a stream, its beginning. */
export async function textOfAnswer(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) return firstOf(response)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!/zip|spreadsheetml/.test(type)) return bytes.toString()
  const { files } = await JSZip.loadAsync(bytes)
  const texts = await Promise.all(Object.values(files).map((file) => file.async('string')))
  return texts.join('\n')
}

async function firstOf(response: Response): Promise<string> {
  const reader = response.body!.getReader()
  const first = await Promise.race([reader.read(), sleep(STREAM_MS)])
  await reader.cancel()
  return first === undefined ? '' : Buffer.from(first.value ?? []).toString()
}
