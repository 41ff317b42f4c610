import { flood, statusOf, type Statuses } from './flood.ts'
import { slowUpload } from './slow-upload.ts'

export interface Victim {
  readonly headers: Readonly<Record<string, string>>
  readonly profileId: string
}

export interface AttackTarget {
  readonly url: string
  /** The first account makes the slow uploads; each other one sends a picture and edits its profile. */
  readonly owners: readonly Victim[]
  readonly picture: Uint8Array<ArrayBuffer>
  readonly round: number
}

export const ATTACKERS = 12
/** More addresses than attackers, because the limits count by address. */
const ADDRESSES = 100
const SLUG_CHARS = [15_000, 7_900] as const

/** A client address, which TRUST_PROXY accepts. Each round uses new ones, with unused limits. */
const from = ({ round }: AttackTarget, n: number) => ({
  'X-Forwarded-For': `10.${100 + (round % 100)}.0.${n % ADDRESSES}`,
})

const JSON_BODY = { 'Content-Type': 'application/json' }

type Attack = (target: AttackTarget, signal: AbortSignal) => Promise<Statuses>

/** Retries after a second: the attack is on connections, not on the database. */
const slowUploads: Attack = ({ url, owners: [owner] }, signal) =>
  flood({ attackers: ATTACKERS, everyMs: 1_000, signal }, () =>
    slowUpload(`${url}/api/upload/profile-image/${owner!.profileId}`, owner!.headers, signal),
  )

async function picture({ url, picture: bytes }: AttackTarget, owner: Victim): Promise<number> {
  const body = new FormData()
  body.append('file', new Blob([bytes], { type: 'image/png' }), 'foto.png')
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
      headers: { ...JSON_BODY, ...from(target, attacker) },
      body: JSON.stringify({ email: `nadie-${nth}@correo.example`, password: 'Clave-de-nadie-1' }),
    }),
  )

const slugs: Attack = (target, signal) =>
  flood({ attackers: ATTACKERS, everyMs: 20, signal }, (attacker, nth) => {
    const number = nth * ATTACKERS + attacker
    const slug = `${number}-${'x'.repeat(SLUG_CHARS[nth % SLUG_CHARS.length]!)}`
    return statusOf(`${target.url}/pages/${slug}`, { headers: from(target, number) })
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
export type AttackName = keyof typeof ATTACKS

export async function attackAtOnce(
  target: AttackTarget,
  signal: AbortSignal,
): Promise<Readonly<Record<AttackName, Statuses>>> {
  const all = await Promise.all(
    Object.entries(ATTACKS).map(async ([name, attack]) => [name, await attack(target, signal)] as const),
  )
  return Object.fromEntries(all) as Record<AttackName, Statuses>
}
