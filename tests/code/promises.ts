import type { SourceFile } from '../support/source-files.ts'

/** A line of docs/promises.md. */
interface Promised {
  readonly id: string
  readonly promise: string
}

/** A test, or a group of tests, whose title names a promise. */
interface Verified {
  readonly id: string
  readonly path: string
}

const LINE = /^- \*\*([A-Z]+-\d+)\*\* (.*)$/gm

export const promisesOn = (page: string): readonly Promised[] =>
  [...page.matchAll(LINE)].map(([, id = '', promise = '']) => ({ id, promise }))

const IDS = '[A-Z]+-\\d+(?:, [A-Z]+-\\d+)*'
/** The ids at the end of a title: of `test`, `describe`, one of their tables, or a case of a contract. */
const MARK = new RegExp(`(?:\\(|^\\s*)(['"\`])(?:(?!\\1).)* \\[(${IDS})\\]\\1(?=,|:|$)`, 'gm')
const BRACKETS = new RegExp(`\\[${IDS}\\]`, 'g')

const HAS_TESTS = /\.test\.tsx?$|^services\/kernel\/log\/contract\//
const hasTests = ({ path }: SourceFile): boolean => HAS_TESTS.test(path) && !path.startsWith('tests/code/')

export const verifiedIn = (files: readonly SourceFile[]): readonly Verified[] =>
  files
    .filter(hasTests)
    .flatMap(({ path, text }) =>
      [...text.matchAll(MARK)].flatMap(([, , ids = '']) => ids.split(', ').map((id) => ({ id, path }))),
    )

/** Ids in brackets that no title ends with would verify nothing, and look as if they did. */
function misplacedIn(file: SourceFile): readonly string[] {
  const marked = [...file.text.matchAll(MARK)].length
  const written = [...file.text.matchAll(BRACKETS)].length
  return written === marked ? [] : [`${file.path} names a promise elsewhere than at the end of a title`]
}

/** Ids of an area rise down the page; where they do not, one stands twice or in a wrong place. */
function orderFaults(promises: readonly Promised[]): readonly string[] {
  const last = new Map<string, number>()
  return promises.flatMap(({ id }) => {
    const [area = '', number] = id.split('-')
    const before = last.get(area) ?? 0
    last.set(area, Number(number))
    return Number(number) > before ? [] : [`${id} comes twice, or after a higher number`]
  })
}

export function faultsOf(page: string, files: readonly SourceFile[]): readonly string[] {
  const promises = promisesOn(page)
  const verified = verifiedIn(files)
  const ids = new Set(promises.map(({ id }) => id))
  const shown = new Set(verified.map(({ id }) => id))
  return [
    ...orderFaults(promises),
    ...promises.filter(({ promise }) => promise === '').map(({ id }) => `${id} promises nothing`),
    ...[...ids].filter((id) => !shown.has(id)).map((id) => `no test verifies ${id}`),
    ...verified.filter(({ id }) => !ids.has(id)).map(({ id, path }) => `${path} names ${id}: no promise`),
    ...files.filter(hasTests).flatMap(misplacedIn),
  ]
}
