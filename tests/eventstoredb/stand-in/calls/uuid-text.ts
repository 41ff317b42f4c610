const HEX = 16
const HALF_DIGITS = 16

/** The text of an id from two numbers. */
export function uuidText(most: bigint, least: bigint): string {
  const digits = [most, least]
    .map((half) => BigInt.asUintN(64, half).toString(HEX).padStart(HALF_DIGITS, '0'))
    .join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
