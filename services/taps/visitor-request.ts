import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { headerText } from '@app/contracts/fields/text.ts'
import { hashedVisitorId, visitorIdOfEvent } from '../kernel/keys/keyed-ids.ts'

const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

export function requestFactsOf({ method, headers }: IncomingMessage): {
  userAgent: string
  language: string | undefined
  purpose: string | undefined
  request: 'get' | 'head' | 'part'
} {
  const purposes = PURPOSES.filter((name) => headers[name]).map((name) => headers[name])
  return {
    userAgent: headerText(headers['user-agent'], LIMITS.userAgentCharsMax),
    language: headerText(headers['accept-language'], LIMITS.lineCharsMax) || undefined,
    purpose: headerText(purposes.join('; '), LIMITS.lineCharsMax) || undefined,
    request: method === 'HEAD' ? 'head' : isLaterPart(headers.range) ? 'part' : 'get',
  }
}

/** A later part belongs to a delivery that its first part has counted. */
const isLaterPart = (range: string | undefined): boolean =>
  range !== undefined && !range.startsWith('bytes=0-')

/** Host only; undefined for our own. */
export function referrerHost(referrer: string | undefined, ownHost: string): string | undefined {
  if (referrer === undefined || !URL.canParse(referrer)) return undefined
  const { host } = new URL(referrer)
  return host === '' || host === ownHost || host.length > LIMITS.lineCharsMax ? undefined : host
}

export const wantsNoId = ({ headers }: IncomingMessage): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1'

/** `No contar mis visitas`: what this browser does is nobody's, not even a hash's of the day. */
export const objectsToCounting = ({ headers }: IncomingMessage): boolean => headers['visitor-objects'] === '1'

const visitorId = z.uuid()

/** The browser's id for the profile proves what they left, so no address has it. @throws Refusal invalid */
export function visitorIdIn({ headers }: IncomingMessage): string | undefined {
  const input = headers['visitor-id']
  if (input === undefined) return undefined
  const id = visitorId.safeParse(input).data
  if (id !== undefined) return id.toLowerCase()
  throw new Refusal('invalid', 'El identificador de este navegador no es válido.', { field: 'Visitor-Id' })
}

interface From {
  readonly address: string
  readonly eventId: string
  readonly profileId: string
  readonly input: string | undefined
}

/** Their own random id, or a hash under the key of the day. The address goes into the hash and nowhere else. */
export function visitorOf(
  request: IncomingMessage,
  { address, eventId, profileId, input }: From,
  keyOfToday: () => Promise<Buffer>,
): string | Promise<string> {
  const objects = objectsToCounting(request)
  if (input !== undefined && (objects || !wantsNoId(request))) return input.toLowerCase()
  // A form sent on purpose by somebody who objects: an id of this act alone.
  if (objects) return keyOfToday().then((key) => visitorIdOfEvent(key, eventId))
  const userAgent = request.headers['user-agent'] ?? ''
  return keyOfToday().then((key) => hashedVisitorId(key, { profileId, address, userAgent }))
}
