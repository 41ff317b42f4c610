import { z } from 'zod'
import { Refusal } from '@app/contracts/refusals.ts'
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { derivedId } from '../../kernel/log/ids.ts'

/** Id of what a call makes: the same in each try under one key, random without a key. */
export type IdOf = (name: string) => string

export interface KeyedIds {
  /** @param scope method, path and caller: each caller has keys of their own */
  of(scope: string, key: string | undefined): IdOf
}

/** @param secret keeps others from computing the ids, for activation codes are drawn from them */
export const createKeyedIds = (secret: Buffer, newId: () => string): KeyedIds => ({
  of: (scope, key) => (name) => {
    if (key === undefined) return newId()
    const texts = JSON.stringify([scope, key, name])
    return derivedId(createHmac('sha256', secret).update(texts).digest('hex'))
  },
})

const FIELD = 'Idempotency-Key'

const KEY = new RegExp(`^[^\\u0000-\\u001f\\u007f-\\u009f]{1,${LIMITS.idempotencyKeyCharsMax}}$`)

const uuid = z.uuid()

const wrong = (detail: string): Refusal => new Refusal('invalid', detail, { field: FIELD })

/** @throws Refusal invalid */
export function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  const said = headers['idempotency-key']
  if (said === undefined) return undefined
  const key = String(said)
  if (KEY.test(key)) return key
  throw wrong(
    `La clave de idempotencia debe tener entre 1 y ${LIMITS.idempotencyKeyCharsMax} caracteres, sin caracteres de control.`,
  )
}

/**
 * The key itself if it is a UUID, else an id derived from it.
 * @throws Refusal invalid when key and body name different ids
 */
export function eventIdOf(
  request: IncomingMessage,
  profileId: string,
  said: string | undefined,
): string | undefined {
  const key = idempotencyKeyOf(request)
  if (key === undefined) return said
  const id = uuid.safeParse(key).success ? key.toLowerCase() : derivedId(`${profileId} ${key}`)
  if (said !== undefined && said.toLowerCase() !== id)
    throw wrong('La clave de idempotencia y event_id nombran dos eventos distintos. Envía uno de los dos.')
  return id
}
