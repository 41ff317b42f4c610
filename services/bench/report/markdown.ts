/** Padded as prettier does it. */
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

export function sectionsOf(document: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>()
  for (const [, name, content] of document.matchAll(
    /^<!-- bench:([\w-]+) -->\n([\s\S]*?)^<!-- \/bench:\1 -->$/gm,
  ))
    sections.set(name!, content!.trim())
  return sections
}

/** Sections come in the order of `names`; missing ones are left out. */
export function documentOf(
  introduction: string,
  names: readonly string[],
  sections: ReadonlyMap<string, string>,
): string {
  const present = names.filter((name) => sections.has(name))
  const blocks = present.map((name) => `${openingOf(name)}\n\n${sections.get(name)}\n\n${closingOf(name)}`)
  return `${[introduction, ...blocks].join('\n\n')}\n`
}
