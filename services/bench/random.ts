import type { Random } from '@app/ops/sample/random.ts'

export const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!

/** A UUID of version 4 out of the given numbers. */
export function uuidOf(random: Random): string {
  const word = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  const hex = word() + word() + word() + word()
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]!
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
