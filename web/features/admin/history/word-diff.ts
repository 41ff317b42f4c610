export interface DiffPart {
  readonly text: string
  readonly isChanged: boolean
}
export interface WordDiff {
  readonly before: readonly DiffPart[]
  readonly after: readonly DiffPart[]
}

/** Cells of the table of common words. Longer texts are compared by their beginnings and ends alone. */
const CELLS_MAX = 160_000

const wordsOf = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
const isWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Lengths of the longest common sequences of the words from each place on. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const [row, next] = [table[i]!, table[i + 1]!]
      row[j] = before[i] === after[j] ? next[j + 1]! + 1 : Math.max(next[j]!, row[j + 1]!)
    }
  }
  return table
}

/** Which words of both sides are in a longest common sequence. */
function keptOf(before: readonly string[], after: readonly string[]) {
  const [first, second] = [before.map(() => false), after.map(() => false)]
  if (before.length * after.length > CELLS_MAX) return { first, second }
  const table = commonLengths(before, after)
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (before[i] === after[j]) {
      first[i] = second[j] = true
      i += 1
      j += 1
    } else if (table[i + 1]![j]! >= table[i]![j + 1]!) i += 1
    else j += 1
  }
  return { first, second }
}

function sharedStart(some: readonly string[], others: readonly string[], max: number): number {
  let length = 0
  while (length < max && some[length] === others[length]) length += 1
  return length
}

function partsOf(words: readonly string[], kept: readonly boolean[]): readonly DiffPart[] {
  const parts: { text: string; isChanged: boolean }[] = []
  words.forEach((text, at) => {
    const isChanged = kept[at] !== true
    const last = parts.at(-1)
    if (last?.isChanged === isChanged) last.text += text
    else parts.push({ text, isChanged })
  })
  return parts
}

/** Nothing is marked where the two have no word in common: then all of it changed. */
export function wordDiff(before: string, after: string): WordDiff {
  const [old, young] = [wordsOf(before), wordsOf(after)]
  const max = Math.min(old.length, young.length)
  const start = sharedStart(old, young, max)
  const end = sharedStart(old.toReversed(), young.toReversed(), max - start)
  const middle = keptOf(old.slice(start, old.length - end), young.slice(start, young.length - end))
  const around = (kept: readonly boolean[]) => [
    ...Array<boolean>(start).fill(true),
    ...kept,
    ...Array<boolean>(end).fill(true),
  ]
  const [first, second] = [around(middle.first), around(middle.second)]
  const hasCommon = old.some((word, at) => first[at] === true && isWord(word))
  if (!hasCommon) return { before: whole(before), after: whole(after) }
  return { before: partsOf(old, first), after: partsOf(young, second) }
}

const whole = (text: string): readonly DiffPart[] => [{ text, isChanged: false }]
