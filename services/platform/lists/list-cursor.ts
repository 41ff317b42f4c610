import { Refusal } from '@app/contracts/refusals.ts'
import type { ListPlace } from '@app/projections/lists/keyset.ts'

/** Of a row: a UUID or a keyed name. */
const ID = /^[\w-]{1,60}$/
const VALUE = /^-?\d{1,15}$/
const SEPARATOR = ' '

const GONE = 'Esa página de la lista no existe. Vuelve a la primera.'

/** Opaque to clients: its content may change with any version. */
export const cursorOf = (sort: string, { value, id }: ListPlace): string =>
  Buffer.from([sort, value, id].join(SEPARATOR)).toString('base64url')

/** @throws Refusal invalid, also for a position in a list of another order */
export function placeOfCursor(
  cursor: string | undefined,
  sort: string,
  isId: RegExp = ID,
): ListPlace | undefined {
  if (cursor === undefined) return undefined
  const [, value = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(SEPARATOR)
  const place = { value: Number(value), id }
  const isOurs = VALUE.test(value) && isId.test(id) && cursorOf(sort, place) === cursor
  if (!isOurs) throw new Refusal('invalid', GONE, { field: 'after' })
  return place
}
