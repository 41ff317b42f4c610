/** CSS variables `--tint-0` and `--on-tint-0` to 3. */
const TINTS = 4

/** `RP` for Rodrigo Paredes Soto. Words without letters are skipped. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).flatMap((word) => /^\P{L}*(\p{L})/u.exec(word)?.[1] ?? [])
  return words.slice(0, 2).join('').toLocaleUpperCase('es')
}

export const tintOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINTS
