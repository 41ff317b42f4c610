export interface Fitting {
  readonly widthMax: number
  readonly linesMax: number
  /** From the preferred size down; the last one cuts a text that is too long. */
  readonly sizes: readonly number[]
}

export interface FittedLines {
  readonly size: number
  readonly lines: readonly string[]
}

type Measure = (text: string, size: number) => number

const CUT = '…'
const LOOSE_END = /[\s·,;:-]+$/

/** Uses the largest size at which the text fits; at the smallest size cuts its end. */
export function fittedLines(
  text: string,
  { widthMax, linesMax, sizes }: Fitting,
  widthOf: Measure,
): FittedLines {
  for (const size of sizes) {
    const lines = wrapped(text, (line) => widthOf(line, size) <= widthMax)
    if (lines !== undefined && lines.length <= linesMax) return { size, lines }
  }
  const size = sizes.at(-1)!
  return { size, lines: cutLines(text, linesMax, (line) => widthOf(line, size) <= widthMax) }
}

/** Breaks only between words. Answers undefined when one word is too wide. */
function wrapped(text: string, fits: (line: string) => boolean): readonly string[] | undefined {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (!fits(word)) return undefined
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** Breaks within words too. */
function cutLines(text: string, linesMax: number, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = []
  let rest = [...text]
  while (rest.length > 0 && lines.length < linesMax) {
    const end = lines.length === linesMax - 1 ? CUT : ''
    if (fits(rest.join(''))) return [...lines, rest.join('')]
    let count = rest.length
    while (count > 1 && !fits(rest.slice(0, count).join('').trimEnd() + end)) count -= 1
    const space = end === '' ? rest.lastIndexOf(' ', count) : -1
    const taken = space > 0 ? space : count
    lines.push(rest.slice(0, taken).join('').replace(LOOSE_END, '') + end)
    rest = [...rest.slice(taken).join('').trimStart()]
  }
  return lines
}
