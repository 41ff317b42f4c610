import type { Judged, Verdict } from './frame.ts'

const HEAD = ['part', 'figure', 'last', 'aim', 'measured']
/** The table of the page begins with this line, whatever the widths of its columns. */
const TABLE = /\| part +\| figure[\s\S]*?(?=\n\n|\n*$)/

/** `0.59`, `1,288`. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const digits = Math.abs(value) >= 100 ? 0 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const aimText = ({ atLeast, atMost }: Judged): string =>
  atLeast !== undefined ? `≥${atLeast}` : atMost !== undefined ? `≤${atMost}` : '–'

export function outcomeText({ median, min, max, reached }: Verdict): string {
  const spread = `${numberText(median)} (${numberText(min)}–${numberText(max)})`
  return reached ? spread : `**${spread}**`
}

export const tableRows = (part: string, outcomes: readonly Verdict[], measured: string) =>
  outcomes.map((outcome) => [
    `\`${part}\``,
    outcome.judged.title,
    outcomeText(outcome),
    aimText(outcome.judged),
    measured,
  ])

/** Puts the rows of one part where its former rows are; the others stay. @param parts in the order of the page */
export function pageWith(page: string, part: string, rows: readonly string[][], parts: readonly string[]) {
  const [found] = TABLE.exec(page) ?? []
  if (found === undefined) throw new Error('the page has no table of figures')
  const kept = found
    .split('\n')
    .slice(2)
    .map((line) => line.slice(1, -1).split('|'))
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter(([name]) => name !== `\`${part}\``)
  const placeOf = ([name = '']: readonly string[]): number => parts.indexOf(name.replaceAll('`', ''))
  const all = [...kept, ...rows].sort((a, b) => placeOf(a) - placeOf(b))
  return page.replace(TABLE, () => tableOf(all))
}

/** Padded as prettier does it. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, n) => cells[n]!.padEnd(width)).join(' | ')} |`
  return [line(HEAD), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  )
}
