const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const GROUPS = [CAPITALS, LETTERS, LETTERS, DIGITS] as const
const GROUP_COUNT = 4

/** A password to type from a screen: no look-alikes, 16 characters, 66 bits. @param below random integer in [0, n) */
export function generatePassword(below: (n: number) => number): string {
  const group = (): string => GROUPS.map((alphabet) => alphabet[below(alphabet.length)]).join('')
  return Array.from({ length: GROUP_COUNT }, group).join('-')
}
