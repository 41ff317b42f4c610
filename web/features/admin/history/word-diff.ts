export interface DiffPart {
  readonly text: string
  readonly isChanged: boolean
}
interface WordDiff {
  readonly before: readonly DiffPart[]
  readonly after: readonly DiffPart[]
}

const wordsOf = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []

function sharedStart(some: readonly string[], others: readonly string[]): number {
  const end = some.findIndex((word, at) => word !== others[at])
  return end === -1 ? some.length : end
}

/** Marks all between the words with which both begin and those with which both end; nothing where they share none. */
export function wordDiff(before: string, after: string): WordDiff {
  const [old, young] = [wordsOf(before), wordsOf(after)]
  const start = sharedStart(old, young)
  const end = sharedStart(old.slice(start).toReversed(), young.slice(start).toReversed())
  const partsOf = (words: readonly string[]): readonly DiffPart[] => {
    const [first, last] = [words.slice(0, start), words.slice(words.length - end)]
    if (!/[\p{L}\p{N}]/u.test([...first, ...last].join('')))
      return [{ text: words.join(''), isChanged: false }]
    const parts = [
      { text: first.join(''), isChanged: false },
      { text: words.slice(start, words.length - end).join(''), isChanged: true },
      { text: last.join(''), isChanged: false },
    ]
    return parts.filter(({ text }) => text !== '')
  }
  return { before: partsOf(old), after: partsOf(young) }
}
