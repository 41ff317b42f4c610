/** A table laid out as the project's formatter does it: every column as wide as its widest cell. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)]
}

const openingOf = (name: string): string => `<!-- bench:${name} -->`
const closingOf = (name: string): string => `<!-- /bench:${name} -->`

/** The sections that a document holds, by name. */
export function sectionsOf(document: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>()
  for (const [, name, content] of document.matchAll(
    /^<!-- bench:([\w-]+) -->\n([\s\S]*?)^<!-- \/bench:\1 -->$/gm,
  ))
    sections.set(name!, content!.trim())
  return sections
}

/** A document out of its introduction and its sections, in the order of `names`; those that are missing are left out. */
export function documentOf(
  introduction: string,
  names: readonly string[],
  sections: ReadonlyMap<string, string>,
): string {
  const present = names.filter((name) => sections.has(name))
  const blocks = present.map((name) => `${openingOf(name)}\n\n${sections.get(name)}\n\n${closingOf(name)}`)
  return `${[introduction, ...blocks].join('\n\n')}\n`
}
