/** Capitals and accents do not matter. */
const folded = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

interface WrittenWord {
  readonly word: string
  readonly isUnknown: boolean
}

/** The words of a name, and which of them another way to write it lacks. */
export function unknownWords(name: string, kept: string): readonly WrittenWord[] {
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
  const known = new Set(words(kept).map(folded))
  return words(name).map((word) => ({ word, isUnknown: !known.has(folded(word)) }))
}
