import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { call, type Answer, type Request } from './calling.ts'
import type { Product } from './product.ts'
import type { Row } from './row.ts'
import { idOf } from './seed.ts'
import { withoutChance } from './without-chance.ts'

/** An answer without chance, under the request's name: `O GET /api/auth/me`, with a number where it is repeated. */
export interface Recorded extends Answer {
  readonly name: string
  /** The call, without the row's ids and query. */
  readonly call: string
}

const STEP_SECONDS = 7
const STABLE_MS = 100
/** A reaction waits a second before it finishes the work of a process. */
const FOLLOWED_MS = 1_600
const MAIL_SECONDS = 60
const MAIL_LOOKS_MAX = 100
const KEY = 'k'.repeat(43)

export interface Replay {
  play(rows: readonly Row[]): Promise<readonly Recorded[]>
  /** The value of a text with `{names}`. */
  filled(text: string): string
}

export function createReplay(product: Product): Replay {
  const values = new Map<string, string>()
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const filled = (text: string): string =>
    text.replaceAll(/\{([a-zA-Z][\w.]*)\}/g, (_, name: string) => values.get(name) ?? `no-${name}`)

  function keep(row: Row, body: unknown): void {
    for (const [name, path] of Object.entries(row.keep ?? {})) {
      const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], body)
      if (typeof value !== 'string') continue
      values.set(name, value)
      names.set(value, `<${name}>`)
    }
  }
  const namesLongestFirst = (): ReadonlyMap<string, string> =>
    new Map([...names].sort(([one], [two]) => two.length - one.length))

  async function answerTo(row: Row, role: string): Promise<Answer> {
    const [method = '', ...path] = filled(row.ask).split(' ')
    if (method === 'MAIL') return readMail(product, path[0]!, path[1]!)
    const headers = { ...headersOf(role, values), ...row.headers }
    return call(product, { method, path: path.join(' '), headers, ...(await bodyOf(row, filled)) })
  }

  async function send(row: Row, role: string): Promise<Recorded> {
    product.clock.advance(row.after ?? STEP_SECONDS)
    const answer = await answerTo(row, role)
    keep(row, answer.body)
    if (row.isQuick === undefined)
      await product.settle(row.isFollowed && answer.status < 400 ? FOLLOWED_MS : STABLE_MS)
    const namesNow = namesLongestFirst()
    const body = withoutChance(answer.body, namesNow)
    const label = `${role} ${row.ask}`
    const count = (counts.get(label) ?? 0) + 1
    counts.set(label, count)
    return {
      name: count === 1 ? label : `${label} #${count}`,
      call: row.ask.replace(/\?.*/, '').replaceAll(/\{[\w.]+\}|0190b5a0-[\w-]+/g, '{}'),
      status: answer.status,
      headers: withoutChance(answer.headers, namesNow) as Answer['headers'],
      body: row.isUnordered && Array.isArray(body) ? sorted(body) : body,
    }
  }

  return {
    filled,
    play: async (rows) => {
      const recorded: Recorded[] = []
      for (const row of rows) for (const role of row.by) recorded.push(await send(row, role))
      return recorded
    },
  }
}

const sorted = (list: readonly unknown[]): readonly unknown[] =>
  list.toSorted((one, two) => (JSON.stringify(one) < JSON.stringify(two) ? -1 : 1))

function headersOf(role: string, values: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  if (role === 'V' || role === 'S') return {}
  if (role === 'P') return { 'Visitor-Id': idOf(3, 0) }
  if (role === 'M') return { 'Mailbox-Key': KEY }
  return { Authorization: `Bearer ${values.get(`${role}.token`)}` }
}

async function bodyOf({ body }: Row, filled: (text: string) => string): Promise<Pick<Request, 'body'>> {
  if (body === undefined) return {}
  if (body === 'picture') return { body: await picture() }
  return { body: typeof body === 'string' ? body : (JSON.parse(filled(JSON.stringify(body))) as object) }
}

/** A form with one file. */
async function picture(): Promise<FormData> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><rect width="640" height="640" fill="#157a6e"/><circle cx="320" cy="260" r="140" fill="#f2c14e"/></svg>`
  const png = await sharp(Buffer.from(svg)).png().toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'foto.png')
  return form
}

/** The newest mail to an address that has a text; the word after the text is its token. */
async function readMail(product: Product, email: string, text: string): Promise<Answer> {
  product.clock.advance(MAIL_SECONDS)
  for (let look = 0; look < MAIL_LOOKS_MAX; look += 1) {
    const mail = (await product.mails()).find((one) => one.to === email && one.text.includes(text))
    if (mail !== undefined) {
      const token = mail.text.slice(mail.text.indexOf(text) + text.length).match(/^[\w.-]+/)?.[0] ?? ''
      return {
        status: 200,
        headers: {},
        body: { token, subject: mail.subject, text: mail.text.split(/\r?\n/) },
      }
    }
    await pause(100)
  }
  return { status: 404, headers: {}, body: null }
}
