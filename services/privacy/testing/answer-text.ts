import JSZip from 'jszip'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'

const STREAM_MS = 200

async function textOfAnswer(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) return firstOf(response)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!/spreadsheetml/.test(type)) return bytes.toString()
  const { files } = await JSZip.loadAsync(bytes)
  const texts = await Promise.all(Object.values(files).map((file) => file.async('string')))
  return texts.join('\n')
}

/** Once the log is sealed, which is a moment later. */
export const answered = (ask: () => Promise<Response>): Promise<string> =>
  eventually(async () => {
    const response = await ask()
    expect(response.status).not.toBe(503)
    return textOfAnswer(response)
  })

async function firstOf(response: Response): Promise<string> {
  const reader = response.body!.getReader()
  const first = await Promise.race([reader.read(), sleep(STREAM_MS)])
  await reader.cancel()
  return first === undefined ? '' : Buffer.from(first.value ?? []).toString()
}
