import jszip from 'jszip'
import { createHash } from 'node:crypto'
import type { Product } from './product.ts'

/** One request: as HTTP, or as an order of the data staff (`method` OPS, whose path is its arguments). */
export interface Request {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Texts and forms are sent as they are, other objects as JSON. */
  readonly body?: object | string | FormData
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const STREAM_MS = 600
/** Headers of the connection, or about lengths of texts that differ by chance. */
const NOT_COMPARED = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']

let requests = 0

/** An address of its own for each request. */
const nextAddress = (): string => {
  requests += 1
  return `200.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`
}

export async function call({ url, ops }: Product, request: Request): Promise<Answer> {
  const { method, path, headers, body } = request
  if (method === 'OPS') {
    const { code, output } = await ops(path.split(' '))
    return { status: code ?? -1, headers: {}, body: output.split('\n') }
  }
  const isRaw = typeof body === 'string' || body instanceof FormData
  const sent = isRaw ? body : JSON.stringify(body)
  const answer = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'User-Agent': PHONE,
      'X-Forwarded-For': nextAddress(),
      ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  })
  const headersOfAnswer = [...answer.headers].filter(([name]) => !NOT_COMPARED.includes(name))
  return { status: answer.status, headers: Object.fromEntries(headersOfAnswer), body: await bodyOf(answer) }
}

async function bodyOf(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? ''
  if (type.includes('event-stream')) return firstMessage(answer)
  return readBody(type, Buffer.from(await answer.arrayBuffer()))
}

async function readBody(type: string, bytes: Buffer): Promise<unknown> {
  if (/\bzip|officedocument/.test(type)) {
    const { files } = await jszip.loadAsync(bytes)
    const entries = Object.values(files).map(
      async (file) => [file.name, await file.async('nodebuffer')] as const,
    )
    const read = (await Promise.all(entries)).map(async ([name, part]) => [
      name,
      await readBody(typeOf(name), part),
    ])
    return Object.fromEntries(await Promise.all(read)) as unknown
  }
  if (/json$|json;/.test(type) && !type.includes('ndjson')) return parsed(bytes.toString())
  if (/text|svg|xml|ndjson|vcard/.test(type)) return linesOf(type, bytes.toString())
  return bytes.length === 0
    ? null
    : `${bytes.length} bytes, ${createHash('sha256').update(bytes).digest('hex')}`
}

const typeOf = (name: string): string => {
  if (name.endsWith('.json')) return 'json'
  return /\.(?:xml|rels)$/.test(name) ? 'xml' : /\.(?:csv|txt|md|vcf|ndjson|html)$/.test(name) ? 'text' : ''
}

/** Which files a build makes is no matter of its answers. */
const OF_BUILD = /^<(?:link|script)\b[^>]*\/(?:public-)?assets\//

/** Documents by their elements, without what is inlined: the pictures show that. */
const linesOf = (type: string, text: string): readonly unknown[] => {
  if (/html|xml/.test(type)) {
    const bare = text.replaceAll(/(<(script|style)\b[^>]*>)[^]*?(<\/\2>)/g, '$1$3')
    return bare.split(/(?=<)|\n/).filter((line) => line.trim() !== '' && !OF_BUILD.test(line))
  }
  return text.split(/\r?\n/).map((line) => (line.startsWith('{') ? parsed(line) : line))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A stream has no end: its first messages are read. */
async function firstMessage(answer: Response): Promise<unknown> {
  const reader = answer.body!.getReader()
  const over = setTimeout(() => void reader.cancel(), STREAM_MS)
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += Buffer.from(part.value as Uint8Array).toString()
  clearTimeout(over)
  const lines = text.split('\n').filter((line) => line !== '' && line !== ':')
  return lines.map((line) => (line.startsWith('data: {') ? parsed(line.slice(6)) : line))
}
