import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import { nameOfKey } from '@app/contracts/named-record.ts'

export type ListedVisitors = UnifiedAnalytics['visitors']
export type ListedVisitor = ListedVisitors[string] & { readonly name: string }

export const VISITORS_SHOWN_MAX = 6
/** CSS variables `--tint-0` and `--on-tint-0` to 3. */
const TINTS = 4

export const visitorsOf = (visitors: ListedVisitors): readonly ListedVisitor[] =>
  Object.entries(visitors).map(([key, visitor]) => ({ name: nameOfKey(key), ...visitor }))

export const knownVisitors = (visitors: readonly ListedVisitor[]): readonly ListedVisitor[] =>
  visitors.filter(({ phone, description }) => phone !== '' || description !== '')

/** `RP` for Rodrigo Paredes Soto. Words without letters are skipped. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).flatMap((word) => /^\P{L}*(\p{L})/u.exec(word)?.[1] ?? [])
  return words.slice(0, 2).join('').toLocaleUpperCase('es')
}

export const tintOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINTS
