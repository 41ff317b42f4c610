import sharp from 'sharp'
import type { Product } from './product.ts'
import { idOf, type Row } from './requests.ts'

/** An answer without chance, under the request's name: `O GET /api/auth/me`. */
export interface Recorded {
  readonly name: string
  readonly answer: unknown
}

const STEP_SECONDS = 7
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
/** Headers of the connection, or about lengths of texts that differ by chance. */
const NOT_COMPARED = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']

export function createReplay(product: Product) {
  const values = new Map<string, string>()
  const filled = (text: string): string =>
    text.replaceAll(/\{([a-zA-Z][\w.]*)\}/g, (_, name: string) => values.get(name) ?? `no-${name}`)
  let sent = 0

  function keep(row: Row, body: unknown): void {
    for (const [name, place] of Object.entries(row.keep ?? {})) {
      const value = place
        .split('.')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], body)
      if (typeof value === 'string') values.set(name, value)
    }
  }

  async function send(row: Row, role: string): Promise<Recorded> {
    product.advance(row.after ?? STEP_SECONDS)
    sent += 1
    const [method = '', path = ''] = filled(row.ask).split(' ')
    const isForm = row.body === 'picture'
    const body = isForm ? await picture() : row.body && filled(JSON.stringify(row.body))
    const answer = await fetch(`${product.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'User-Agent': PHONE,
        'X-Forwarded-For': `200.0.${sent >> 8}.${sent & 255}`,
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
        ...identityOf(role, values),
      },
      ...(body && { body }),
    })
    const read = await bodyOf(answer)
    keep(row, read)
    // A tap, too, is recorded: its visit is counted, and its download converts a reminder.
    const isWrite = method !== 'GET' || answer.headers.has('tap-status')
    if (isWrite && row.after === undefined && answer.ok) await product.settle()
    const names = [...values].map(([name, value]) => [value, `<${name}>`] as const)
    names.sort(([one], [two]) => two.length - one.length)
    const headers = [...answer.headers].filter(([name]) => !NOT_COMPARED.includes(name))
    const compared = { status: answer.status, headers: Object.fromEntries(headers), body: read }
    return { name: `${role} ${row.ask}`, answer: withoutChance(compared, names) }
  }

  return {
    filled,
    play: async (rows: readonly Row[]): Promise<readonly Recorded[]> => {
      const recorded: Recorded[] = []
      for (const row of rows) for (const role of row.by) recorded.push(await send(row, role))
      return recorded
    },
  }
}
export type Replay = ReturnType<typeof createReplay>

function identityOf(role: string, values: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  if (role === 'V') return {}
  return role === 'P'
    ? { 'Visitor-Id': idOf(3, 0) }
    : { Authorization: `Bearer ${values.get(`${role}.token`)}` }
}

async function picture(): Promise<FormData> {
  const create = { width: 640, height: 640, channels: 3, background: '#157a6e' } as const
  const png = await sharp({ create }).png().toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'foto.png')
  return form
}

/** Which files a build makes is no matter of its answers, and blocks of the chain are made in real time. */
const NOT_OF_ANSWER = /^<(?:link|script)\b[^>]*\/(?:public-)?assets\/|^\{"(?:head|leaves)":/

/** Documents by their elements, without what is inlined: the pictures show that. */
async function bodyOf(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (/json(?:$|;)/.test(type) && !type.includes('ndjson')) return JSON.parse(bytes.toString()) as unknown
  if (!/text|svg|\bxml|ndjson|vcard/.test(type)) return `${type}: ${bytes.length > 0}`
  const isMarkup = /html|xml/.test(type)
  const bare = bytes.toString().replaceAll(/(<(script|style)\b[^>]*>)[^]*?(<\/\2>)/g, '$1$3')
  return bare
    .split(isMarkup ? /(?=<)|\n/ : /\r?\n/)
    .filter((line) => line.trim() !== '' && !NOT_OF_ANSWER.test(line))
}

/** Texts that differ by chance between two runs of the same product. */
const BY_CHANCE: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/g, '<id>'],
  [/\b(?=[A-Z0-9-]*\d|[A-Z-]{14})[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}\b/g, '<code>'],
  [/(?<=\w)[.-][\w-]{8}(?=\.(?:js|css|woff2?|svg|png|webp)\b)/g, '-<hash>'],
  // Hashes, keys, signatures, cursors: long, and of letters in both cases and digits, or hexadecimal.
  [/(?<![\w+/.-])(?=[\w+/.-]*\d)(?=[\w+/.-]*[A-Z])(?=[\w+/.-]*[a-z])[\w+/.-]{16,}={0,2}/g, '<random>'],
  [/(?<![0-9a-f])[0-9a-f]{16,}(?![0-9a-f])/g, '<random>'],
  [/\b([rt])=\d+/g, '$1=<n>'],
  [/^("\d\d-\d\d-\d{4}";"[\d:]+";)"\d+"/g, '$1"<count>"'],
  [/"position":"\d+"/g, '"position":"<count>"'],
  // A busy machine answers before it has recorded the tap.
  [/^pending$/g, 'recorded'],
]
/** Blocks of the chain are made in real time: their numbers differ. */
const OF_BLOCKS = /(?:^|[-_])position$|^(?:head|size|made_at|etag)$/i

/** @param names by value, long values first */
function withoutChance(value: unknown, names: readonly (readonly [string, string])[]): unknown {
  if (typeof value === 'string')
    return [...names, ...BY_CHANCE].reduce((text, [one, other]) => text.replaceAll(one, other), value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => withoutChance(one, names))
  const entries = Object.entries(value).map(([key, one]) => [
    withoutChance(key, names) as string,
    OF_BLOCKS.test(key) && typeof one !== 'object' ? '<count>' : withoutChance(one, names),
  ])
  return Object.fromEntries(entries.toSorted(([one], [two]) => (String(one) < String(two) ? -1 : 1)))
}
