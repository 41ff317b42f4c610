const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const GROUPS = [CAPITALS, LETTERS, LETTERS, DIGITS] as const
const GROUP_COUNT = 4

/** Readable on a screen: 16 characters without look-alikes, 66 bits. @param below random integer in [0, n) */
export function generatePassword(below: (n: number) => number): string {
  const group = (): string => GROUPS.map((alphabet) => alphabet[below(alphabet.length)]).join('')
  return Array.from({ length: GROUP_COUNT }, group).join('-')
}
