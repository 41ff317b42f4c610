import { LRUCache } from 'lru-cache'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import {
  IN_MEMORY,
  NETWORKS_OF_BLOCK,
  type CountedBy,
  type LimitQuota,
  type Limits,
  type MemoryLimitName,
  type RateLimitName,
} from '@app/contracts/limits/rate-limits.ts'
import { SLUG } from '@app/contracts/profiles.ts'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import { networkBlockOf, networkOf } from './client-address.ts'

export interface Caller {
  readonly address: string
  /** Without a session by the e-mail's first id, whoever has it now: a call may be refused before anything is read. */
  readonly account?: string | undefined
  /** Finds the e-mail's account, where that is another one; empty without an account. */
  readonly findAccount?: () => Promise<string>
  readonly profile?: string | undefined
  /** Says when it happened. */
  readonly isDated?: boolean
  /** Requests the page itself, before the tap. */
  readonly isPage?: boolean
  readonly appends?: boolean
}

export const tooMany = (seconds: number, detail?: string): Refusal =>
  new Refusal('too-many', detail, { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) })

export const isRefused = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code !== 'busy' && REFUSALS[error.code].status < 500

export interface NamedQuota extends LimitQuota {
  readonly limit: RateLimitName
  readonly name: string
}

/** A /48 of IPv6 has networks without end, so it has quotas of its own beside theirs. */
export const namedQuotas = (limit: RateLimitName, quotas: readonly LimitQuota[]): readonly NamedQuota[] =>
  quotas
    .flatMap((quota): readonly LimitQuota[] => {
      if (!quota.by.includes('network') || quota.by.includes('account')) return [quota]
      const by = quota.by.map((each) => (each === 'network' ? 'block6' : each))
      return [quota, { ...quota, by, max: quota.max * (quota.networksOfBlock ?? NETWORKS_OF_BLOCK) }]
    })
    .map((quota) => ({
      ...quota,
      limit,
      name: `${limit} by ${quota.by.join(' and ')} in ${quota.seconds} s`,
    }))

function partOf(by: CountedBy, { address, account, profile, isPage }: Caller): string | undefined {
  switch (by) {
    case 'network':
      return networkOf(address)
    case 'block':
      return networkBlockOf(address)
    case 'block6':
      return address.includes(':') ? networkBlockOf(address) : undefined
    case 'account':
      return account
    case 'profile':
      return profile === undefined ? undefined : profileKey(profile, isPage)
  }
}

/** @returns undefined for a quota that does not concern the caller */
export function keyOf({ by }: LimitQuota, caller: Caller): string | undefined {
  let key = ''
  for (const each of by) {
    const part = partOf(each, caller)
    if (part === undefined) return undefined
    key += `${part}\n`
  }
  return key
}

const IMPOSSIBLE = '?'

/** A key is short for any path. */
function profileKey(profile: string, isPage = false): string {
  // Length first: a regular expression would read the whole name.
  const name = profile.length > LIMITS.slugCharsMax ? IMPOSSIBLE : profile.toLowerCase()
  const isPossible = SLUG.test(name) || LOWER_CASE_UUID.test(name)
  return (isPage ? 'page ' : '') + (isPossible ? name : IMPOSSIBLE)
}

interface Window {
  readonly limit: RateLimitName
  readonly key: string
  readonly endsMs: number
  count: number
}

const WINDOWS_MAX = 200_000
const PLACES_MAX = 50_000
const MISSES: readonly string[] = ['profile-not-found', 'visitor-not-found']

export function createMemoryLimits(limits: Limits, monotonicMs: () => number) {
  const windows = new LRUCache<string, Window>({ max: WINDOWS_MAX })
  const places = new LRUCache<string, true>({ max: PLACES_MAX })
  const quotas = new Map(IN_MEMORY.map((name) => [name, namedQuotas(name, limits[name])]))

  /** Takes from all, or from none. */
  function take(caller: Caller, names: readonly MemoryLimitName[]): readonly Window[] {
    const [nowMs, taken] = [monotonicMs(), [] as Window[]]
    for (const name of names)
      for (const quota of quotas.get(name) ?? []) {
        const key = keyOf(quota, caller)
        if (key !== undefined) taken.push(openWindow(windows, quota, key, nowMs))
      }
    for (const window of taken) window.count += 1
    return taken
  }

  /**
   * A network's first request for a profile also counts as one of an unknown profile, until the lookup succeeds.
   * @returns settles the call, with the error of one that failed
   */
  function takeTraffic(caller: Caller): (error?: unknown) => void {
    const { address, profile = '', isDated, isPage, appends } = caller
    const place = `${networkOf(address)} ${profileKey(profile, isPage)}`
    const names: MemoryLimitName[] = ['traffic', 'network']
    if (!places.has(place)) names.unshift('unknown')
    if (isDated === true) names.push('dated')
    if (appends === true) names.push('events')
    const taken = take(caller, names)
    return (error) => {
      const isMissed = error instanceof Refusal && MISSES.includes(error.code)
      if (isMissed) places.delete(place)
      if (error === undefined) places.set(place, true)
      for (const window of taken) {
        // Anything but a refusal may have been appended all the same.
        const isKept = window.limit === 'unknown' ? isMissed : window.limit !== 'events' || !isRefused(error)
        if (!isKept) window.count -= 1
      }
    }
  }
  return { take, takeTraffic }
}

function openWindow(
  windows: LRUCache<string, Window>,
  { limit, name, max, seconds }: NamedQuota,
  of: string,
  nowMs: number,
): Window {
  const key = name + of
  const open = windows.get(key)
  if (open === undefined || open.endsMs <= nowMs) {
    const window = { limit, key, endsMs: nowMs + seconds * 1_000, count: 0 }
    windows.set(key, window)
    return window
  }
  if (open.count >= max) throw tooMany((open.endsMs - nowMs) / 1_000)
  return open
}
