const widthOf = (text: string): number => [...text].length

/** Widths are counted in code points. */
export function drawBox(lines: readonly string[]): string {
  const width = Math.max(0, ...lines.map(widthOf))
  const edge = '─'.repeat(width + 2)
  const rows = lines.map((line) => `│ ${line}${' '.repeat(width - widthOf(line))} │`)
  return [`╭${edge}╮`, ...rows, `╰${edge}╯`].join('\n')
}
